import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches, useNavigationType } from 'react-router';
import { type Head, PageHead } from '#web/app/page-head.tsx';
import { keepsFocus } from '#web/platform/keep-focus.ts';
import { isBehindLogin, LINK_PATHS, PATHS } from '#web/platform/paths.ts';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/** The `handle` of a route. */
export interface RouteHandle {
  /** The path of the route, or 'notFound'. */
  name: string;
  head: Head;
}

/** One prerendered file answers every verification code, link, form or unknown page: it has no path of its own. */
function canonicalPath(name: string, pathname: string): string {
  if (name === PATHS.rightsForm) return PATHS.rights;
  if (name === 'notFound' || LINK_PATHS.includes(name)) return PATHS.landing;
  return name === PATHS.verification ? PATHS.verify : pathname;
}

const isHidden = (name: string): boolean =>
  name === 'notFound' ||
  name === PATHS.verification ||
  name === PATHS.rightsForm ||
  LINK_PATHS.includes(name) ||
  isBehindLogin(name);

export function Root() {
  const location = useLocation();
  const { pathname, hash } = location;
  const page = useMatches()
    .map(({ handle }) => handle as RouteHandle | undefined)
    .findLast(Boolean);
  useFocusOnNewPage(pathname, hash, keepsFocus(location, useNavigationType()));

  return (
    <>
      {page && <PageHead head={page.head} path={canonicalPath(page.name, pathname)} hidden={isHidden(page.name)} />}
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** Every document that the browser loads starts with the key 'default', so a position would be restored on another page. */
const scrollKey = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/** The browser moves the focus only when it loads a document, not when the router changes the page. */
function useFocusOnNewPage(pathname: string, hash: string, isFocusKept: boolean): void {
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    // A field of the page, or the part that the address names, may have the focus already.
    const { activeElement } = document;
    const isTaken =
      activeElement?.matches(`#${CONTENT_ID} :is(input, select, textarea)`) ||
      (hash !== '' && hash === `#${activeElement?.id}`);
    if (!isFocusKept && !isTaken) afterPaint(() => focusContent(activeElement));
  }, [pathname, hash, isFocusKept]);
}

/** The focus needs the layout of the new page, which the browser makes for the frame anyway. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/** Moves the focus, unless something else took it meanwhile. */
function focusContent(before: Element | null): void {
  if (document.activeElement === before) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}
