import { useLocation } from 'react-router';
import type { User } from '#contract/auth';
import { GuestLayout } from '#web/app/guest-layout.tsx';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { useAuth } from '#web/auth/auth.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Navigate } from '#web/ui/navigation.tsx';

interface LocationState {
  from?: unknown;
}

/** The page that `RequireAuth` redirected from. Only paths behind the login count: `//elsewhere` is another site. */
function requestedPage(state: unknown): string | undefined {
  const from = (state as LocationState | null)?.from;
  return typeof from === 'string' && /^\/dashboard(?![^/?#])/.test(from) ? from : undefined;
}

interface SignedIn {
  user: User | undefined;
  /** The current user could not be loaded. */
  failed: boolean;
}

/** Undefined while the current user is loading. */
export function nextPage({ user, failed }: SignedIn, state: unknown): string | undefined {
  const requested = requestedPage(state);
  if (requested) return requested;
  if (user) return user.role === 'admin' ? PATHS.admin : PATHS.home;
  return failed ? PATHS.home : undefined;
}

/** Pages for visitors without a session. A signed-in user is redirected to the requested page, or to the home page. */
export function GuestOnly() {
  const { authenticated, ...signedIn } = useAuth();
  const { state } = useLocation();
  if (!authenticated) return <GuestLayout />;
  const next = nextPage(signedIn, state);
  return next ? <Navigate to={next} replace /> : <LayoutSkeleton />;
}
