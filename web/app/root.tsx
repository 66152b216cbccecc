import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { type HeadName, PageHead } from '#web/app/page-head.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

/** What a route says about itself. */
export interface RouteHandle {
  head: HeadName;
}

const headOf = (handle: unknown): HeadName | undefined => (handle as RouteHandle | undefined)?.head;

export function Root() {
  const { pathname } = useLocation();
  const name = useMatches()
    .map((match) => headOf(match.handle))
    .findLast(Boolean);
  useFocusOnNewPage(pathname);

  return (
    <>
      {name && (
        <PageHead
          key={pathname}
          name={name}
          path={name === 'notFound' ? '/' : pathname}
          hidden={name === 'notFound' || name.startsWith('/dashboard')}
        />
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** The browser moves the focus when it loads a document; a change of page inside the application has to do it itself. */
function useFocusOnNewPage(pathname: string): void {
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [pathname]);
}
