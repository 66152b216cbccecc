import { type RefObject, useEffect, useRef } from 'react';

/** The keyboard of a touch screen would cover half of what the person opened. */
const TOUCH = '(width < 40rem), (pointer: coarse)';

/** The focus is where somebody types or answers. */
const isFocusTaken = (): boolean =>
  document.activeElement?.closest('input, select, textarea, [role="dialog"], [role="alertdialog"]') != null;

/** Focuses the first field of a new document when it appears, without moving the page. */
export function useFirstFieldFocus<Part extends HTMLElement>(isNew: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  // React does not manage the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the part appears.
  useEffect(() => {
    if (!isNew || isFocusTaken() || matchMedia(TOUCH).matches) return;
    part.current?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  }, []);
  return part;
}
