import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const DEBOUNCE = 300;
const SEARCH = 'buscar';
const PAGE = 'pagina';

/** '2' → 2; what is no page number is the first page. */
export const pageIn = (text: string | null): number => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

export const listAddress = (search: string, page: number): Record<string, string> => ({
  ...(search && { [SEARCH]: search }),
  ...(page > 1 && { [PAGE]: String(page) }),
});

/** Search and page live in the address; what is being typed is a moment ahead of it. */
export function usePatientSearch() {
  const [params, setParams] = useSearchParams();
  const search = params.get(SEARCH)?.trim() ?? '';
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);

  // Back, forward or a link of the menu changed the address: the box follows.
  if (search !== known) {
    setKnown(search);
    if (search !== typed.trim()) setTyped(search);
  }

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    // flushSync: a letter typed before the new address is known would be taken for a change from outside, and lost.
    const ask = () => setParams(listAddress(wanted, 1), { replace: true, preventScrollReset: true, flushSync: true });
    const timer = setTimeout(ask, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed, search, setParams]);

  const page = pageIn(params.get(PAGE));
  return {
    typed,
    setTyped,
    search,
    page,
    /** To come back to from a profile: also when one leaves before what was typed has reached the address. */
    address: String(new URLSearchParams(listAddress(typed.trim(), typed.trim() === search ? page : 1))),
    goToPage: (next: number) => setParams(listAddress(search, next)),
  };
}
