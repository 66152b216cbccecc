import { useEffect, useState } from 'react';

export const SEARCH_DEBOUNCE_MS = 300;

/** The last value that did not change for the given time. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
