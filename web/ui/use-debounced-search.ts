import { useEffect, useState } from 'react';

const DEBOUNCE = 300;

/**
 * What is being typed, a moment ahead of what is searched: `ask` is called when it has stood still, and has to be
 * followed at once (flushSync): a letter typed before the new search is known would be taken for a change from outside,
 * and lost.
 */
export function useDebouncedSearch(search: string, ask: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);

  // Something else than the typing changed the search, as the back button or a link: the box follows.
  if (search !== known) {
    setKnown(search);
    if (search !== typed.trim()) setTyped(search);
  }

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    const timer = setTimeout(() => ask(wanted), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, search, ask]);

  return { typed, setTyped, isSettled: typed.trim() === search };
}
