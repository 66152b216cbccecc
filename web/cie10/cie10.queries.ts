import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Cie10Code, cie10Stats, searchCie10 } from '#contract/cie10';
import { queryFor } from '#web/platform/api.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

/** The text may be longer, because it may have been typed as a free diagnosis. */
export const MAX_SEARCH_LENGTH = 200;

/** The size of the catalogue; undefined while loading. Always refetched: an administrator may be loading the catalogue. */
export const useCie10Count = (): number | undefined =>
  useQuery({ ...queryFor(cie10Stats, {}), staleTime: 0 }).data?.count;

interface Found {
  codes: readonly Cie10Code[];
  /** The codes match the current text. Until then they are those of an earlier text. */
  isCurrent: boolean;
}

/** A late reply never replaces a newer one, because the text is a part of the query key. */
export function useFoundCodes(typed: string): Found {
  const search = typed.trim().slice(0, MAX_SEARCH_LENGTH).trim();
  const debounced = useDebounced(search, SEARCH_DEBOUNCE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...queryFor(searchCie10, { query: { query: debounced } }),
    enabled: debounced !== '' && search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '') return { codes: [], isCurrent: false };
  return { codes: data ?? [], isCurrent: data !== undefined && debounced === search && !isPlaceholderData };
}
