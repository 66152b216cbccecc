import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ActWords, actTexts } from '#web/drafts/act-texts.ts';
import { refreshPermission } from '#web/drafts/clinical-permission.queries.ts';

interface Props<Document> {
  finalize: (id: string) => Promise<Document>;
  /** Of the list that shows it. */
  listKey: QueryKey;
  texts: ActWords;
}

/** As it is stored, whatever version of it this window shows. */
export function useFinalizeStored<Document extends { _id: string }>({ finalize, listKey, texts }: Props<Document>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: finalize,
    meta: actTexts(texts),
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
