import { useCallback } from 'react';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { parsePageNumber } from '#web/ui/page-number.ts';
import { useDebouncedSearch } from '#web/ui/use-debounced-search.ts';

const SEARCH = 'buscar';
const PAGE = 'pagina';

export const listAddress = (search: string, page: number): Record<string, string> => ({
  ...(search && { [SEARCH]: search }),
  ...(page > 1 && { [PAGE]: String(page) }),
});

/** Search and page are in the address. The typed text reaches it after the debounce. */
export function usePatientSearch() {
  const [params, setParams] = useSearchParams();
  const search = params.get(SEARCH)?.trim() ?? '';
  const setSearch = useCallback(
    // useDebouncedSearch requires flushSync.
    (next: string) => setParams(listAddress(next, 1), { replace: true, preventScrollReset: true, flushSync: true }),
    [setParams],
  );
  const { typed, setTyped, isSettled } = useDebouncedSearch(search, setSearch);
  const page = parsePageNumber(params.get(PAGE));
  return {
    typed,
    setTyped,
    search,
    page,
    /** The address to return to from a profile. Includes text that has not reached the address yet. */
    address: String(new URLSearchParams(listAddress(typed.trim(), isSettled ? page : 1))),
    goToPage: (next: number) => setParams(listAddress(search, next)),
  };
}
