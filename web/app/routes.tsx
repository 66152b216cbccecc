import type { ComponentType } from 'react';
import { type Location, matchRoutes, type RouteObject } from 'react-router';
import { ErrorPage } from '#web/app/error-page.tsx';
import { type LazyPage, lazyPage } from '#web/app/lazy-page.tsx';
import { HEADS, type HeadName } from '#web/app/page-head.tsx';
import type { PUBLIC_HEADS } from '#web/app/public-heads.ts';
import { Root, type RouteHandle } from '#web/app/root.tsx';
import { ClinicalNotePage, HomePage, SECTIONS, type Section } from '#web/app/sections.ts';
import { PATHS } from '#web/platform/paths.ts';

type PublicPage = keyof typeof PUBLIC_HEADS;
type Load = () => Promise<ComponentType>;

const lazily = (load: Load) => async () => ({ Component: await load() });

const handleOf = (path: HeadName, { load }: LazyPage): RouteHandle => ({ name: path, head: HEADS[path], load });

const page = (path: HeadName, Page: LazyPage): RouteObject => ({
  path,
  Component: Page,
  handle: handleOf(path, Page),
});

/** Its head is loaded with it: the application behind the login does not need it. */
const publicPage = (name: PublicPage, load: Load): RouteObject => ({
  path: name === 'notFound' ? '*' : name,
  lazy: async () => {
    const [Component, { PUBLIC_HEADS }] = await Promise.all([load(), import('#web/app/public-heads.ts')]);
    return { Component, handle: { name, head: PUBLIC_HEADS[name] } satisfies RouteHandle };
  },
});

const sitePages: RouteObject[] = [
  publicPage(PATHS.landing, async () => (await import('#web/site/landing-page.tsx')).LandingPage),
  publicPage(PATHS.recovery, async () => (await import('#web/site/recovery-page.tsx')).RecoveryPage),
  publicPage(PATHS.terms, async () => (await import('#web/site/terms-page.tsx')).TermsPage),
  publicPage(PATHS.privacy, async () => (await import('#web/site/privacy-page.tsx')).PrivacyPage),
  publicPage(PATHS.rights, async () => (await import('#web/site/rights-page.tsx')).RightsPage),
  publicPage(PATHS.support, async () => (await import('#web/site/support-page.tsx')).SupportPage),
  publicPage(PATHS.guide, async () => (await import('#web/site/guide-page.tsx')).GuidePage),
  publicPage('notFound', async () => (await import('#web/app/not-found-page.tsx')).NotFoundPage),
];

const guestPages: RouteObject = {
  lazy: lazily(async () => (await import('#web/app/guest-only.tsx')).GuestOnly),
  children: [
    publicPage(PATHS.login, async () => (await import('#web/auth/login-page.tsx')).LoginPage),
    publicPage(PATHS.register, async () => (await import('#web/auth/register-page.tsx')).RegisterPage),
  ],
};

const verifyPages = [PATHS.verify, PATHS.verification].map((path) =>
  publicPage(path, async () => (await import('#web/documents/verify-page.tsx')).VerifyPage),
);

/** Where the links of mails lead. Open with and without a session. */
const linkPages = [
  publicPage(PATHS.newPassword, async () => (await import('#web/auth/new-password-page.tsx')).NewPasswordPage),
  publicPage(PATHS.confirmEmail, async () => (await import('#web/auth/confirm-email-page.tsx')).ConfirmEmailPage),
];

const sectionPage = ({ path, Page }: Section): RouteObject => page(path, Page);

/** Two paths of one screen. A new document gets its own path when it is first saved, and the screen must not remount. */
const documentPages = (paths: readonly HeadName[], Page: LazyPage): RouteObject => ({
  Component: Page,
  children: paths.map((path) => ({ path, element: null, handle: handleOf(path, Page) })),
});

const clinicalNotePages = documentPages([PATHS.newClinicalNote, PATHS.clinicalNote], ClinicalNotePage);

const certificatePages = documentPages(
  [PATHS.newCertificate, PATHS.certificate],
  lazyPage(async () => (await import('#web/certificates/certificate-page.tsx')).CertificatePage),
);

const adminPages: RouteObject = {
  lazy: lazily(async () => (await import('#web/app/require-auth.tsx')).RequireAdmin),
  children: SECTIONS.filter((section) => section.adminOnly).map(sectionPage),
};

const protectedPages: RouteObject = {
  lazy: lazily(async () => (await import('#web/app/require-auth.tsx')).RequireAuth),
  children: [
    page(PATHS.home, HomePage),
    ...SECTIONS.filter((section) => !section.adminOnly).map(sectionPage),
    clinicalNotePages,
    certificatePages,
    page(
      PATHS.testCheckout,
      lazyPage(async () => (await import('#web/billing/test-checkout-page.tsx')).TestCheckoutPage),
    ),
    adminPages,
  ],
};

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      ...sitePages,
      {
        // Toasts and the query cache are above both the login and the application, so that they survive the login.
        lazy: lazily(async () => (await import('#web/app/providers.tsx')).Providers),
        children: [...verifyPages, ...linkPages, guestPages, protectedPages],
      },
    ],
  },
];

/** Loads the module of the page at that address. Failures are silent: such a page throws when it is rendered. */
export const loadPageAt = (address: Partial<Location> | string): Promise<unknown> =>
  Promise.allSettled((matchRoutes(routes, address) ?? []).map(({ route }) => handleIn(route)?.load?.()));

const handleIn = ({ handle }: RouteObject): RouteHandle | undefined => handle;
