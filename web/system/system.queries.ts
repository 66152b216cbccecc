import { useQuery } from '@tanstack/react-query';
import { getSystem } from '#contract/system';
import { queryFor } from '#web/platform/api.ts';

export const SYSTEM_FAILED = 'No se pudo cargar el estado del sistema';
const SYSTEM_INTERVAL_MS = 20_000;

/** Updated while the page is visible. After a failure it waits for the user or for the return of the server. */
export const useSystem = () =>
  useQuery({
    ...queryFor(getSystem, {}, { failed: SYSTEM_FAILED }),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : SYSTEM_INTERVAL_MS),
  });
