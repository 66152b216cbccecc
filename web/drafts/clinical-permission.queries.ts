import { useQuery } from '@tanstack/react-query';
import { canWriteClinically } from '#contract/clinical-notes';
import { queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';

const permission = queryFor(canWriteClinically, {}, { failed: 'No se pudo cargar la información' });

/** Whether the plan lets notes and certificates be written. Asked anew: it may have begun or ended a moment ago. */
export const useClinicalPermission = (enabled = true) => useQuery({ ...permission, enabled, staleTime: 0 });

export const refreshPermission = () => void queryClient.invalidateQueries({ queryKey: permission.queryKey });

/** A refusal by the plan is news for whatever shows what the plan allows. */
export async function withPermissionRefresh<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (isError(error, 'CLINICAL_LIMIT')) refreshPermission();
    throw error;
  }
}
