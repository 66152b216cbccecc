import { Navigate, useLocation } from 'react-router';
import type { User } from '#contract/auth';
import { GuestLayout } from '#web/app/guest-layout.tsx';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { useAuth } from '#web/auth/auth.queries.ts';
import { PATHS } from '#web/platform/paths.ts';

interface Remembered {
  from?: unknown;
}

/** Only what lies behind the login is worth remembering, and nothing from outside gets in: `//elsewhere` is no page. */
function requestedPage(state: unknown): string | undefined {
  const from = (state as Remembered | null)?.from;
  return typeof from === 'string' && /^\/dashboard(?![^/?#])/.test(from) ? from : undefined;
}

interface SignedIn {
  user?: User;
  /** It could not be learnt who came in. */
  failed: boolean;
}

/** Nowhere yet, while it is not known who came in. */
export function nextPage({ user, failed }: SignedIn, state: unknown): string | undefined {
  const requested = requestedPage(state);
  if (requested) return requested;
  if (user) return user.role === 'admin' ? PATHS.admin : PATHS.home;
  return failed ? PATHS.home : undefined;
}

/** For who is not signed in. Who is, or has just become so, goes on to what was asked for or to the own first page. */
export function GuestOnly() {
  const { authenticated, ...signedIn } = useAuth();
  const { state } = useLocation();
  if (!authenticated) return <GuestLayout />;
  const next = nextPage(signedIn, state);
  return next ? <Navigate to={next} replace /> : <LayoutSkeleton />;
}
