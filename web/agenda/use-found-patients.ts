import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { matchesSearch, type Patient } from '#contract/patients';
import { patientsMatching } from '#web/agenda/agenda.queries.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';

const DEBOUNCE = 300;

interface Found {
  patients: readonly Patient[];
  /** How many are meant, also beyond those listed here. */
  total: number;
  /** The server has not had its say: there may be more. */
  searching: boolean;
  /** Nobody knows who else is meant: that is not the same as nobody. */
  failed: boolean;
}

/** Among those already here, each once. */
export function matchingPatients(patients: readonly Patient[], search: string): Patient[] {
  const known = new Map(patients.map((patient) => [patient._id, patient]));
  return [...known.values()].filter((patient) => matchesSearch(patient, search));
}

/** Who is meant by what is typed: at once among the patients loaded, and a moment later among all of them. */
export function useFoundPatients(typed: string): Found {
  const search = typed.trim();
  const asked = useDebounced(search, DEBOUNCE);
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
