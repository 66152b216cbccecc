import type { Location } from 'react-router';

/** State of a navigation that replaces the address of a page and leaves the page as it is. */
export const KEEP_FOCUS = { keepFocus: true };

/** The history keeps the state of an entry: it counts only for the replacement itself, not for a later visit. */
export const keepsFocus = ({ state }: Location, navigationType: string): boolean =>
  navigationType === 'REPLACE' && (state as { keepFocus?: boolean } | null)?.keepFocus === true;
