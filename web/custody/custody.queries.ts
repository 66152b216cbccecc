import { useQuery } from '@tanstack/react-query';
import { listCustody } from '#contract/custody';
import { queryFor } from '#web/platform/api.ts';
import { FETCH_ONCE } from '#web/platform/query-client.ts';

export const CUSTODY_NOT_LOADED = 'No se pudieron cargar las fichas en custodia';

/** Read when it is opened, because each reading is recorded. */
export const useCustody = () =>
  useQuery({ ...queryFor(listCustody, {}, { failed: CUSTODY_NOT_LOADED }), ...FETCH_ONCE });
