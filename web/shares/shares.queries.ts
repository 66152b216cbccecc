import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listPatients, type Patient } from '#contract/patients';
import { createShare, listBlockedShares, listShares, type NewShare, revokeShare } from '#contract/shares';
import { patientOf } from '#web/patients/patients.queries.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { whilePending } from '#web/platform/while-pending.ts';

// The card shows its own failure.
export const useShares = (patientId: string, enabled = true) =>
  useQuery({
    ...queryFor(listShares, { params: { id: patientId } }),
    enabled,
    refetchInterval: whilePending((shares) => shares.some(({ mailStatus }) => mailStatus === 'pending')),
  });

/** The links that five wrong birth dates have blocked. */
export const blockedShares = () => queryFor(listBlockedShares, {});

function useReloadShares() {
  const cache = useQueryClient();
  return () => {
    for (const { path } of [listShares, listBlockedShares]) void cache.invalidateQueries({ queryKey: [path] });
  };
}

export function useCreateShare(patientId: string) {
  const cache = useQueryClient();
  const reload = useReloadShares();
  return useMutation({
    mutationFn: (body: NewShare) => call(createShare, { params: { id: patientId }, body }),
    meta: { failed: 'No se pudo crear el enlace' },
    onSuccess: (_, { email }) => {
      if (!email) return;
      cache.setQueryData<Patient>(patientOf(patientId).queryKey, (patient) => patient && { ...patient, email });
      void cache.invalidateQueries({ queryKey: [listPatients.path] });
    },
    onSettled: reload,
  });
}

export function useRevokeShare() {
  const reload = useReloadShares();
  return useMutation({
    mutationFn: (id: string) => call(revokeShare, { params: { id } }),
    meta: { done: 'El enlace ya no funciona', failed: 'No se pudo revocar el enlace' },
    onSettled: reload,
  });
}
