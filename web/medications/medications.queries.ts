import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Medication, searchMedications } from '#contract/medications';
import { queryFor } from '#web/platform/api.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

const MIN_SEARCH_LENGTH = 2;
const MAX_SEARCH_LENGTH = 200;
const NONE: readonly Medication[] = [];

/** Suggestions for the typed text. Without the server there are none, and the text is typed as ever. */
export function useSuggestions(typed: string): readonly Medication[] {
  const search = typed.trim();
  const debounced = useDebounced(search, SEARCH_DEBOUNCE_MS);
  const isSearched = (text: string) => text.length >= MIN_SEARCH_LENGTH && text.length <= MAX_SEARCH_LENGTH;
  const { data } = useQuery({
    ...queryFor(searchMedications, { query: { query: debounced } }),
    enabled: isSearched(debounced),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isSearched(search) ? (data ?? NONE) : NONE;
}
