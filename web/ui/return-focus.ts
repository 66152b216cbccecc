import { useState } from 'react';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/**
 * Radix returns the focus to its own trigger, which these dialogs do not have. This hook returns the focus to the element
 * that had it when the dialog opened. If that element was removed, as the button of a deleted row is, the focus goes to
 * the element that `fallback` finds, then to a dialog that is still open, then to the content of the page.
 */
export function useReturnFocus(fallback?: () => Element | null | undefined): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    const target = opener?.isConnected ? opener : (fallback?.() ?? lastDialog() ?? document.getElementById(CONTENT_ID));
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}

const lastDialog = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
