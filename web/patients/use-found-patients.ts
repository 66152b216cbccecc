import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { matchesSearch } from '#contract/patient-search';
import type { Patient } from '#contract/patients';
import { patientsMatching } from '#web/patients/patients.queries.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

interface Found {
  patients: readonly Patient[];
  /** All matches, of which `patients` may be the first page. */
  total: number;
  /** The server has not answered yet: there may be more matches. */
  searching: boolean;
  /** The server did not answer: there may be more matches. */
  failed: boolean;
}

/** The matches among the given patients, without duplicates. */
export function matchingPatients(patients: readonly Patient[], search: string): Patient[] {
  const byId = new Map(patients.map((patient) => [patient._id, patient]));
  return [...byId.values()].filter((patient) => matchesSearch(patient, search));
}

/** Searches the loaded patients at once, and all patients after the debounce. */
export function useFoundPatients(typed: string): Found {
  const search = typed.trim();
  const debounced = useDebounced(search, SEARCH_DEBOUNCE_MS);
  const { data: first } = useQuery(patientsMatching(''));
  const allLoaded = first !== undefined && first.total <= first.patients.length;
  const reply = useQuery({
    ...patientsMatching(debounced),
    enabled: !allLoaded,
    placeholderData: keepPreviousData,
  });

  if (!allLoaded && reply.data && debounced === search && !reply.isPlaceholderData) {
    return { ...reply.data, searching: false, failed: false };
  }
  const patients = matchingPatients([...(first?.patients ?? []), ...(reply.data?.patients ?? [])], search);
  const failed = !allLoaded && reply.isError;
  return { patients, total: patients.length, searching: !allLoaded && !failed, failed };
}
