import { useState } from 'react';
import { type Location, type NavigateOptions, useLocation, useNavigationType } from 'react-router';

/** To the address that a screen earns while it is used, as a new document by its first save: nothing on it moves. */
export const SAME_SCREEN: NavigateOptions = {
  replace: true,
  preventScrollReset: true,
  flushSync: true,
  state: { sameScreen: true },
};

/** Only as it happens: what history remembers of it is an address like any other. */
export const isSameScreen = ({ state }: Location, action: string): boolean =>
  action === 'REPLACE' && (state as { sameScreen?: boolean } | null)?.sameScreen === true;

/** One for every visit to a screen, whatever address it ends up with. */
export function useVisit(): number {
  const location = useLocation();
  const action = useNavigationType();
  const [seen, setSeen] = useState(location.pathname);
  const [visit, setVisit] = useState(1);
  if (location.pathname === seen) return visit;
  setSeen(location.pathname);
  if (isSameScreen(location, action)) return visit;
  setVisit(visit + 1);
  return visit + 1;
}
