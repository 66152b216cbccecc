import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first field or button of what a dialog shows once it is loaded: until then its close button has the focus. A
 * person who has moved on to it stays where they are.
 */
export function useFirstFocus<Part extends HTMLElement>(isLoaded: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  // The focus is no state of React.
  useEffect(() => {
    if (!isLoaded || !part.current || part.current.contains(document.activeElement)) return;
    part.current.querySelector<HTMLElement>('input, button')?.focus();
  }, [isLoaded]);
  return part;
}
