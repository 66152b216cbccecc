import type { RouteObject } from 'react-router';
import { ErrorPage } from '#web/app/error-page.tsx';
import type { HeadName } from '#web/app/page-head.tsx';
import { PATHS } from '#web/app/paths.ts';
import { Root, type RouteHandle } from '#web/app/root.tsx';
import { SECTIONS, type Section } from '#web/app/sections.ts';

const head = (name: HeadName): { handle: RouteHandle } => ({ handle: { head: name } });

const publicPages: RouteObject[] = [
  {
    path: PATHS.landing,
    lazy: async () => ({ Component: (await import('#web/app/public/landing-page.tsx')).LandingPage }),
    ...head('/'),
  },
  {
    path: PATHS.recovery,
    lazy: async () => ({ Component: (await import('#web/app/public/recovery-page.tsx')).RecoveryPage }),
    ...head('/recuperar-contrasena'),
  },
  {
    path: PATHS.terms,
    lazy: async () => ({ Component: (await import('#web/app/public/terms-page.tsx')).TermsPage }),
    ...head('/terminos'),
  },
  {
    path: PATHS.privacy,
    lazy: async () => ({ Component: (await import('#web/app/public/privacy-page.tsx')).PrivacyPage }),
    ...head('/privacidad'),
  },
  {
    path: PATHS.support,
    lazy: async () => ({ Component: (await import('#web/app/public/support-page.tsx')).SupportPage }),
    ...head('/soporte'),
  },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('#web/app/not-found-page.tsx')).NotFoundPage }),
    ...head('notFound'),
  },
];

const guestPages: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/app/guest-gate.tsx')).GuestGate }),
  children: [
    {
      path: PATHS.login,
      lazy: async () => ({ Component: (await import('#web/auth/login-page.tsx')).LoginPage }),
      ...head('/login'),
    },
    {
      path: PATHS.register,
      lazy: async () => ({ Component: (await import('#web/auth/register-page.tsx')).RegisterPage }),
      ...head('/register'),
    },
  ],
};

async function loadNotBuilt({ label }: Section) {
  const { NotBuiltPage } = await import('#web/app/not-built-page.tsx');
  return { element: <NotBuiltPage title={label} /> };
}

const sectionRoute = (section: Section): RouteObject => ({
  path: section.path,
  lazy: section.load ?? (() => loadNotBuilt(section)),
  ...head(section.path),
});

const adminPages: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/app/gates.tsx')).AdminGate }),
  children: SECTIONS.filter((section) => section.adminOnly).map(sectionRoute),
};

const protectedPages: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/app/gates.tsx')).ProtectedGate }),
  children: [
    {
      path: PATHS.home,
      lazy: async () => ({ Component: (await import('#web/app/home-page.tsx')).HomePage }),
      ...head('/dashboard'),
    },
    ...SECTIONS.filter((section) => !section.adminOnly).map(sectionRoute),
    adminPages,
  ],
};

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      ...publicPages,
      {
        // Toasts and server data live above the login and the application alike, so that both outlast the step between.
        lazy: async () => ({ Component: (await import('#web/app/services.tsx')).Services }),
        children: [guestPages, protectedPages],
      },
    ],
  },
];
