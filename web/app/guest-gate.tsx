import { Navigate, useLocation } from 'react-router';
import type { User } from '#contract/auth';
import { GuestLayout } from '#web/app/guest-layout.tsx';
import { PATHS } from '#web/app/paths.ts';
import { useAuth } from '#web/auth/auth.queries.ts';

interface Remembered {
  from?: unknown;
}

/** Only what lies behind the login is worth remembering, and nothing from outside gets in: `//elsewhere` is no page. */
function requestedPage(state: unknown): string | undefined {
  const from = (state as Remembered | null)?.from;
  return typeof from === 'string' && /^\/dashboard(?![^/?#])/.test(from) ? from : undefined;
}

const firstPage = (user: User | undefined): string => (user?.role === 'admin' ? PATHS.admin : PATHS.home);

/** For who is not signed in. Who is, or has just become so, goes on to what was asked for or to the own first page. */
export function GuestGate() {
  const { authenticated, user } = useAuth();
  const { state } = useLocation();
  if (authenticated) return <Navigate to={requestedPage(state) ?? firstPage(user)} replace />;
  return <GuestLayout />;
}
