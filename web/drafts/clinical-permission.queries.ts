import { useQuery } from '@tanstack/react-query';
import { canWriteClinically } from '#contract/clinical-notes';
import { queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';

/** Whether the plan allows writing notes and certificates. Advice only: the server decides on each write. */
export const clinicalPermission = queryFor(canWriteClinically, {}, { failed: 'No se pudo cargar la información' });

export const useClinicalPermission = (enabled = true) => useQuery({ ...clinicalPermission, enabled });

export const refreshPermission = () => void queryClient.invalidateQueries({ queryKey: clinicalPermission.queryKey });

/** Fetches the permission again when the request is refused because of the plan. */
export async function withPermissionRefresh<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isError(error, 'CLINICAL_LIMIT')) refreshPermission();
    throw error;
  }
}
