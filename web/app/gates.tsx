import { Navigate, Outlet, useLocation } from 'react-router';
import { ERRORS } from '#contract/errors';
import { Layout } from '#web/app/layout.tsx';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { Unreachable } from '#web/app/unreachable.tsx';
import { useAuth } from '#web/auth/auth.queries.ts';
import { CurrentUserContext, useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Page } from '#web/ui/page.tsx';

export function ProtectedGate() {
  const { authenticated, user, failed, retry } = useAuth();
  const { pathname, search, hash } = useLocation();
  if (!authenticated) return <Navigate to={PATHS.login} replace state={{ from: pathname + search + hash }} />;
  if (user) {
    return (
      <CurrentUserContext value={user}>
        <Layout />
      </CurrentUserContext>
    );
  }
  return failed ? <Unreachable onRetry={() => void retry()} /> : <LayoutSkeleton />;
}

export function AdminGate() {
  const { role } = useCurrentUser();
  if (role !== 'admin') return <Page title="Acceso restringido" subtitle={ERRORS.NOT_ALLOWED.message} />;
  return <Outlet />;
}
