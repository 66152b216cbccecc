import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { TemporaryPasswordPage } from '#web/account/temporary-password-page.tsx';
import { Layout } from '#web/app/layout.tsx';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { NoAccess } from '#web/app/no-access.tsx';
import { Unreachable } from '#web/app/unreachable.tsx';
import { useAuth } from '#web/auth/auth.queries.ts';
import { forgetTextOfOthers } from '#web/drafts/kept-text.ts';
import { CurrentUserContext, useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';

export function RequireAuth() {
  const { authenticated, user, failed, retry } = useAuth();
  const { pathname, search, hash } = useLocation();
  const userId = user?._id;
  useEffect(() => {
    if (userId) forgetTextOfOthers(userId);
  }, [userId]);
  if (!authenticated) return <Navigate to={PATHS.login} replace state={{ from: pathname + search + hash }} />;
  if (user) {
    return (
      <CurrentUserContext value={user}>
        {user.mustChangePassword ? <TemporaryPasswordPage /> : <Layout />}
      </CurrentUserContext>
    );
  }
  return failed ? <Unreachable onRetry={() => void retry()} /> : <LayoutSkeleton />;
}

export function RequireAdmin() {
  const { role } = useCurrentUser();
  return role === 'admin' ? <Outlet /> : <NoAccess />;
}
