import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPermission } from '#web/drafts/clinical-permission.queries.ts';
import { type ActionTexts, toastTexts } from '#web/drafts/toast-texts.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { holdClicks } from '#web/ui/hold-clicks.ts';

interface Options<Document> {
  /** Loads the version that the server holds, which may be newer than the one in the list. */
  load: () => Promise<Document>;
  /** Asks about the loaded version. */
  confirm: (document: Document) => Promise<boolean>;
  /** Finalises the loaded version, and no newer one. */
  finalize: (document: Document) => Promise<Document>;
  /** The query key of the list that shows the document. */
  listKey: QueryKey;
  texts: ActionTexts;
}

/** Asks before a document of a list is finalised. */
export function useFinalizeFromList<Document extends { _id: string; finalizedAt?: string | undefined }>(
  options: Options<Document>,
) {
  const { load, confirm, finalize, listKey, texts } = options;
  const cache = useQueryClient();
  const refreshList = () => {
    void cache.invalidateQueries({ queryKey: listKey });
    refreshPermission();
  };
  const { done: _, ...failureTexts } = toastTexts(texts);
  const question = useMutation({
    mutationFn: async () => {
      const document = await load();
      // Another window has finalised it: the server answers that it cannot be changed.
      return document.finalizedAt || (await confirm(document)) ? document : undefined;
    },
    meta: failureTexts,
    onError: refreshList,
  });
  const finalization = useMutation({
    mutationFn: finalize,
    meta: toastTexts(texts),
    onSuccess: (finalized) => {
      holdClicks();
      cache.setQueryData<Document[]>(listKey, (documents) =>
        documents?.map((document) => (document._id === finalized._id ? finalized : document)),
      );
    },
    // Also after an error: the document may be finalised already, or the plan may have ended.
    onSettled: refreshList,
  });
  return {
    isFinalizing: finalization.isPending,
    start: (onDone: () => void) => {
      if (question.isPending) return;
      question.mutate(undefined, {
        onSuccess: (document) => document && finalization.mutate(document, { onSuccess: onDone }),
      });
    },
  };
}

interface ButtonProps {
  finalize: ReturnType<typeof useFinalizeFromList>;
  /** The button disappears: moves the focus. */
  onDone: () => void;
}

export function FinalizeButton({ finalize: { isFinalizing, start }, onDone }: ButtonProps) {
  return (
    <BusyButton
      look="secondary"
      label="Guardar definitivamente"
      busy={isFinalizing}
      busyLabel="Finalizando..."
      onPress={() => start(onDone)}
    />
  );
}
