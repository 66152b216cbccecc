import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface Props {
  /** The part of an address that leads here. */
  id: string;
  /** It is shown, and the height of what stands above is known. */
  ready?: boolean;
  children: ReactNode;
}

/** Scrolls to a part of the page and focuses it: the browser looks for it before the page is loaded. */
export function LinkedPart({ id, ready = true, children }: Props) {
  const part = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to where one is already leads there again.
  useEffect(() => {
    if (!ready || hash !== `#${id}`) return;
    part.current?.scrollIntoView();
    part.current?.focus({ preventScroll: true });
  }, [ready, hash, key, id]);
  return (
    <div ref={part} id={id} tabIndex={-1} className="scroll-mt-24 rounded-card outline-none">
      {children}
    </div>
  );
}
