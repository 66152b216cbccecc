import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#web/ui/use-debounced.ts';

/**
 * The text of a search box and the search in the address. `onSearch` is called after the debounce and must update the
 * address with flushSync: otherwise a letter typed meanwhile would count as a change from outside and be lost.
 */
export function useDebouncedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);

  // The back button or a link changed the search: the text box follows.
  if (search !== followed) {
    setFollowed(search);
    if (search !== typed.trim()) setTyped(search);
  }

  useEffect(() => {
    const next = typed.trim();
    if (next === search) return;
    const timer = setTimeout(() => onSearch(next), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, onSearch]);

  return { typed, setTyped, isSettled: typed.trim() === search };
}
