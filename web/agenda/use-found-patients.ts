import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { matchesSearch, type Patient } from '#contract/patients';
import { patientsMatching } from '#web/agenda/agenda.queries.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

interface Found {
  patients: readonly Patient[];
  /** All matches, of which `patients` may be the first page. */
  total: number;
  /** The server has not answered yet: there may be more matches. */
  searching: boolean;
  /** The server could not be asked: there may be more matches. */
  failed: boolean;
}

/** The matches among the given patients, without duplicates. */
export function matchingPatients(patients: readonly Patient[], search: string): Patient[] {
  const known = new Map(patients.map((patient) => [patient._id, patient]));
  return [...known.values()].filter((patient) => matchesSearch(patient, search));
}

/** Searches the loaded patients at once, and all patients after the debounce. */
export function useFoundPatients(typed: string): Found {
  const search = typed.trim();
  const asked = useDebounced(search, SEARCH_DEBOUNCE_MS);
  const { data: first } = useQuery(patientsMatching(''));
  const allLoaded = first !== undefined && first.total <= first.patients.length;
  const answer = useQuery({
    ...patientsMatching(asked),
    enabled: !allLoaded,
    placeholderData: keepPreviousData,
  });

  if (!allLoaded && answer.data && asked === search && !answer.isPlaceholderData) {
    return { ...answer.data, searching: false, failed: false };
  }
  const patients = matchingPatients([...(first?.patients ?? []), ...(answer.data?.patients ?? [])], search);
  const failed = !allLoaded && answer.isError;
  return { patients, total: patients.length, searching: !allLoaded && !failed, failed };
}
