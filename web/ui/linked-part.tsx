import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface Props {
  /** The part of an address that leads here. */
  id: string;
  /** It is shown, and the height of what stands above is known. */
  ready?: boolean;
  children: ReactNode;
}

/** What stands above may grow for so long, in milliseconds. */
const SETTLING = 3000;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps a part of the page at the top while what stands above is loading, until the user acts. */
function holdAtTop(part: Element): () => void {
  const controller = new AbortController();
  const observer = new ResizeObserver(() => part.scrollIntoView());
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    controller.abort();
  };
  const timer = setTimeout(stop, SETTLING);
  for (const act of ACTS) addEventListener(act, stop, { passive: true, signal: controller.signal });
  part.scrollIntoView();
  observer.observe(document.body);
  return stop;
}

/** Scrolls to a part of the page and focuses it: the browser looks for it before the page is loaded. */
export function LinkedPart({ id, ready = true, children }: Props) {
  const part = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to where one is already leads there again.
  useEffect(() => {
    if (!ready || hash !== `#${id}` || !part.current) return;
    part.current.focus({ preventScroll: true });
    return holdAtTop(part.current);
  }, [ready, hash, key, id]);
  return (
    <div ref={part} id={id} tabIndex={-1} className="scroll-mt-4 rounded-card outline-none">
      {children}
    </div>
  );
}
