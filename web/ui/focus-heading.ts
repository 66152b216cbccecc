import { type RefObject, useLayoutEffect } from 'react';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/** Headings are no stops of the Tab key, and can have the focus only if they say so. */
function focus(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.classList.add('outline-none');
  heading.focus({ preventScroll: true });
}

/** For a link to a part of the page: shows the part, and the next Tab continues in it. */
export function focusHeadingIn(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  const heading = part?.querySelector<HTMLElement>('h2');
  if (heading) focus(heading);
}

const pageHeading = () => document.querySelector<HTMLElement>(`#${CONTENT_ID} h1`);

/** For a control that is removed while it has the focus. Without a heading, the content itself gets it. */
export function focusPageHeading(): void {
  const heading = pageHeading();
  if (heading) focus(heading);
  else document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}

/**
 * A control that has the focus when it is removed passes it to the heading of its section or of the page. The page may
 * show a skeleton first, so the heading is awaited, unless the focus goes elsewhere.
 */
export function useFocusHeadingAfter(control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = control.current;
    const section = element?.closest('section');
    return () => {
      if (element && element === document.activeElement) focusWhenShown(section ?? undefined);
    };
  }, [control]);
}

function focusWhenShown(section: HTMLElement | undefined): void {
  const attempt = () => {
    if (document.activeElement !== document.body) return stop();
    const heading = section?.isConnected ? section.querySelector<HTMLElement>('h2, h3') : undefined;
    const target = heading ?? pageHeading();
    if (!target) return;
    focus(target);
    stop();
  };
  const observer = new MutationObserver(attempt);
  const stop = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true });
}
