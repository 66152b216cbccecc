import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshPermission } from '#web/drafts/clinical-permission.queries.ts';
import { type ActionTexts, toastTexts } from '#web/drafts/toast-texts.ts';

interface Props<Document> {
  finalize: (id: string) => Promise<Document>;
  /** Of the list that shows it. */
  listKey: QueryKey;
  texts: ActionTexts;
}

/** As it is stored, whatever version of it this window shows. */
export function useFinalizeFromList<Document extends { _id: string }>({ finalize, listKey, texts }: Props<Document>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: finalize,
    meta: toastTexts(texts),
    onSuccess: (finalized) =>
      cache.setQueryData<Document[]>(listKey, (known) =>
        known?.map((one) => (one._id === finalized._id ? finalized : one)),
      ),
    // After a refusal too: it may be finalised already, or the plan may have ended.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: listKey });
      refreshPermission();
    },
  });
}
