import { type ReactNode, useEffect, useState } from 'react';

/** In milliseconds. An answer that takes longer keeps nothing else from the screen. */
export const LONGEST_WAIT = 3000;

interface Props {
  /** The height of what stands above is known. */
  ready: boolean;
  children: ReactNode;
}

/**
 * For what stands below a card that is loading, and would move. It loads its own data meanwhile. Nothing takes its place,
 * because a placeholder would move too.
 */
export const ShownWhen = ({ ready, children }: Props) => <div hidden={!useReady(ready)}>{children}</div>;

/** Whether it has been ready once, or has taken too long. What is shown stays, also when its data is requested again. */
export function useReady(ready: boolean): boolean {
  const [isReady, setReady] = useState(ready);
  if (ready && !isReady) setReady(true);
  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setReady(true), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isReady;
}
