import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigationType } from 'react-router';
import { type HeadName, PageHead } from '#web/app/page-head.tsx';
import { keepsFocus } from '#web/platform/keep-focus.ts';
import { isBehindLogin, PATHS } from '#web/platform/paths.ts';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/** What a route says about itself. */
export interface RouteHandle {
  head: HeadName;
}

const headOf = (handle: unknown): HeadName | undefined => (handle as RouteHandle | undefined)?.head;

/** One file answers for every code, and for every page that does not exist: neither knows its own address. */
function knownAs(name: HeadName, pathname: string): string {
  if (name === 'notFound') return PATHS.landing;
  return name === PATHS.verification ? PATHS.verify : pathname;
}

export function Root() {
  const location = useLocation();
  const { pathname } = location;
  const name = useMatches()
    .map((match) => headOf(match.handle))
    .findLast(Boolean);
  useFocusOnNewPage(pathname, keepsFocus(location, useNavigationType()));

  return (
    <>
      {name && (
        <PageHead
          key={pathname}
          name={name}
          path={knownAs(name, pathname)}
          hidden={name === 'notFound' || name === PATHS.verification || isBehindLogin(name)}
        />
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** The browser moves the focus when it loads a document; a change of page inside the application has to do it itself. */
function useFocusOnNewPage(pathname: string, isFocusKept: boolean): void {
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (!isFocusKept) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [pathname, isFocusKept]);
}
