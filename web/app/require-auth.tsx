import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Layout } from '#web/app/layout.tsx';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { ScreenLock } from '#web/app/screen-lock.tsx';
import { ServerUnreachablePage } from '#web/app/server-unreachable-page.tsx';
import { useAuth } from '#web/auth/auth.queries.ts';
import { ReauthenticationDialog } from '#web/auth/reauthentication-dialog.tsx';
import { clearUnsavedChangesOfOthers } from '#web/drafts/unsaved-changes.ts';
import { CurrentUserContext, useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS, SECURITY_ADDRESS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link, Navigate } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

const TemporaryPasswordPage = onDemand(
  async () => (await import('#web/account/temporary-password-page.tsx')).TemporaryPasswordPage,
);

const AssistantApp = onDemand(
  async () => (await import('#web/app/assistant-app.tsx')).AssistantApp,
  () => <LayoutSkeleton />,
);

/** Loaded beside the page. The page does not wait for it, and works when it cannot be loaded. */
const AppUpdates = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('#web/app/app-updates.tsx').then(
      ({ AppUpdates }) => ({ default: AppUpdates }),
      () => ({ default: () => null }),
    ),
);

/** Made once, so that a navigation renders the page inside the layout and not the layout. */
const APP = (
  <Layout>
    <Outlet />
  </Layout>
);

const signedIn = (app: ReactNode) => (
  <>
    {app}
    <Suspense>
      <AppUpdates />
    </Suspense>
    <ReauthenticationDialog />
    <ScreenLock />
  </>
);

export function RequireAuth() {
  const { authenticated, user, failed, retry } = useAuth();
  const { pathname, search, hash } = useLocation();
  const userId = user?._id;
  useEffect(() => {
    if (userId) clearUnsavedChangesOfOthers(userId);
  }, [userId]);
  if (!authenticated) return <Navigate to={PATHS.login} replace state={{ from: pathname + search + hash }} />;
  if (user) {
    return (
      <CurrentUserContext value={user}>
        {user.mustChangePassword ? (
          <TemporaryPasswordPage />
        ) : (
          signedIn(user.role === 'assistant' ? <AssistantApp /> : APP)
        )}
      </CurrentUserContext>
    );
  }
  return failed ? <ServerUnreachablePage onRetry={() => void retry()} /> : <LayoutSkeleton />;
}

export function RequireAdmin() {
  const { role, secondFactor } = useCurrentUser();
  if (role !== 'admin') return <AdminsOnly />;
  return secondFactor === 'required' ? <SecondFactorRequired /> : <Outlet />;
}

const SecondFactorRequired = () => (
  <UnavailablePage
    title="Activa la verificación en dos pasos"
    text="Esta instalación la exige a quienes administran. La activas en Configuración de Cuenta, pestaña Seguridad, con una aplicación de códigos en tu teléfono."
    actions={
      <Link to={SECURITY_ADDRESS} className={buttonClass()}>
        Ir a Seguridad
      </Link>
    }
  />
);

const AdminsOnly = () => (
  <UnavailablePage
    title="Acceso restringido"
    text="Esta sección es solo para administradores."
    actions={
      <Link to={PATHS.home} className={buttonClass()}>
        Ir al inicio
      </Link>
    }
  />
);
