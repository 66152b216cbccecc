import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { matchesSearch } from '#contract/patient-search';
import { listPatients } from '#contract/patients';
import type { FoundPatient } from '#web/patients/recent-patients.ts';
import { queryFor } from '#web/platform/api.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

const MAX_FOUND = 8;

interface Found {
  patients: readonly FoundPatient[];
  status: 'searching' | 'failed' | 'found';
}

/** The first patients that match, asked after the debounce. An empty search finds none. A failure shows no toast. */
export function useFindPatients(typed: string, isEnabled: boolean): Found {
  const search = typed.trim();
  const debounced = useDebounced(search, SEARCH_DEBOUNCE_MS);
  const reply = useQuery({
    ...queryFor(listPatients, { query: { page: 1, limit: MAX_FOUND, search: debounced } }),
    enabled: isEnabled && debounced !== '',
    placeholderData: keepPreviousData,
  });
  if (!isEnabled || search === '') return { patients: [], status: 'found' };
  const patients = reply.data?.patients.filter((patient) => matchesSearch(patient, search)) ?? [];
  if (debounced !== search || reply.isPlaceholderData) return { patients, status: 'searching' };
  if (reply.isError) return { patients, status: 'failed' };
  return { patients, status: reply.isPending ? 'searching' : 'found' };
}
