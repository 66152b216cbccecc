import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Cie10Code, cie10Stats, searchCie10 } from '#contract/cie10';
import { queryFor } from '#web/platform/api.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';

const DEBOUNCE = 300;
/** More is not asked: a long text may have been begun as a free one. */
export const MAX_SEARCH_LENGTH = 200;

/** How many codes there are to search among; undefined until it is known. Asked anew: an administrator may just load them. */
export const useCie10Count = (): number | undefined =>
  useQuery({ ...queryFor(cie10Stats, {}), staleTime: 0 }).data?.count;

interface Found {
  codes: readonly Cie10Code[];
  /** These are the codes meant by what is typed now; until then, those of a moment ago. */
  isCurrent: boolean;
}

/** An answer belongs to its question: however late it comes, it never takes the place of a newer one. */
export function useFoundCodes(typed: string): Found {
  const search = typed.trim().slice(0, MAX_SEARCH_LENGTH).trim();
  const asked = useDebounced(search, DEBOUNCE);
  const { data, isPlaceholderData } = useQuery({
    ...queryFor(searchCie10, { query: { query: asked } }),
    enabled: asked !== '' && search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '') return { codes: [], isCurrent: false };
  return { codes: data ?? [], isCurrent: data !== undefined && asked === search && !isPlaceholderData };
}
