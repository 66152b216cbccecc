import { useState } from 'react';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/**
 * Radix gives the focus back to a trigger of its own, and our dialogs have none: it goes to whoever had it when they
 * opened, or to the content of the page if that one is gone, as the button of a thing just deleted.
 */
export function useReturnFocus(): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    const target = opener?.isConnected ? opener : document.getElementById(CONTENT_ID);
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}
