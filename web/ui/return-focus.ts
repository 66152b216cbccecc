import { useState } from 'react';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/**
 * Radix returns the focus to its own trigger, which these dialogs do not have. It returns to the element that had it
 * when the dialog opened or, if that was removed (the button of a deleted row), to the one that `fallback` finds, or
 * to the content of the page.
 */
export function useReturnFocus(fallback?: () => Element | null | undefined): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    const target = opener?.isConnected ? opener : (fallback?.() ?? document.getElementById(CONTENT_ID));
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}
