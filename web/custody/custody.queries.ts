import { useInfiniteQuery } from '@tanstack/react-query';
import { listCustody } from '#contract/custody';
import { call } from '#web/platform/api.ts';
import { FETCH_ONCE } from '#web/platform/query-client.ts';

const RECORDS_AT_ONCE = 50;
export const CUSTODY_NOT_LOADED = 'No se pudieron cargar las fichas en custodia';

/** Read when it is opened, because each reading is recorded. */
export const useCustody = () =>
  useInfiniteQuery({
    queryKey: [listCustody.path],
    queryFn: ({ pageParam: before, signal }) =>
      call(listCustody, { query: { limit: RECORDS_AT_ONCE, before } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < RECORDS_AT_ONCE ? undefined : page.at(-1)?.patientId),
    ...FETCH_ONCE,
    meta: { failed: CUSTODY_NOT_LOADED },
  });
