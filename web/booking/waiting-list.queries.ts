import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listWaiting, removeWaiting, removeWaitingTogether, type WaitingEntry } from '#contract/waiting-list';
import { call, queryFor } from '#web/platform/api.ts';

export const waitingEntries = () => ({ ...queryFor(listWaiting, {}), staleTime: 0 });

export function useRemoveWaiting() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: WaitingEntry) => call(removeWaiting, { params: { id: _id } }),
    meta: { done: 'La persona salió de la lista de espera', failed: 'No se pudo sacar de la lista de espera' },
    onSettled: () => cache.invalidateQueries({ queryKey: [listWaiting.path] }),
  });
}

export function useRemoveTogether() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (entries: readonly WaitingEntry[]) =>
      call(removeWaitingTogether, { body: { ids: entries.map(({ _id }) => _id) } }),
    meta: { done: 'Salieron de la lista de espera', failed: 'No se pudieron sacar de la lista de espera' },
    onSettled: () => cache.invalidateQueries({ queryKey: [listWaiting.path] }),
  });
}
