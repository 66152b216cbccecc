import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPermission } from '#web/drafts/clinical-permission.queries.ts';
import { type ActionTexts, toastTexts } from '#web/drafts/toast-texts.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

interface Options<Document> {
  finalize: (id: string) => Promise<Document>;
  /** The query key of the list that shows the document. */
  listKey: QueryKey;
  texts: ActionTexts;
}

/** Finalises the version that the server holds, which may be newer than the one in the list. */
export function useFinalizeFromList<Document extends { _id: string }>({ finalize, listKey, texts }: Options<Document>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: finalize,
    meta: toastTexts(texts),
    onSuccess: (finalized) =>
      cache.setQueryData<Document[]>(listKey, (documents) =>
        documents?.map((document) => (document._id === finalized._id ? finalized : document)),
      ),
    // Also after an error: the document may be finalised already, or the plan may have ended.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: listKey });
      refreshPermission();
    },
  });
}

interface ButtonProps {
  id: string;
  finalize: UseMutationResult<unknown, Error, string>;
  /** The button disappears: moves the focus. */
  onDone: () => void;
}

export function FinalizeButton({ id, finalize, onDone }: ButtonProps) {
  return (
    <BusyButton
      look="secondary"
      label="Guardar definitivamente"
      busy={finalize.isPending}
      busyLabel="Finalizando..."
      onPress={() => finalize.mutate(id, { onSuccess: onDone })}
    />
  );
}
