import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { ErrorPage } from '#web/app/error-page.tsx';
import { HEADS, type HeadName } from '#web/app/page-head.tsx';
import { Root, type RouteHandle } from '#web/app/root.tsx';
import { SECTIONS, type Section } from '#web/app/sections.ts';
import { PATHS } from '#web/platform/paths.ts';

type Load = () => Promise<ComponentType>;

const lazily = (load: Load) => async () => ({ Component: await load() });

const handleOf = (name: HeadName): RouteHandle => ({ name, head: HEADS[name] });

const page = (name: HeadName, load: Load): RouteObject => ({
  path: name === 'notFound' ? '*' : name,
  lazy: lazily(load),
  handle: handleOf(name),
});

const sitePages: RouteObject[] = [
  page(PATHS.landing, async () => (await import('#web/site/landing-page.tsx')).LandingPage),
  page(PATHS.recovery, async () => (await import('#web/site/recovery-page.tsx')).RecoveryPage),
  page(PATHS.terms, async () => (await import('#web/site/terms-page.tsx')).TermsPage),
  page(PATHS.privacy, async () => (await import('#web/site/privacy-page.tsx')).PrivacyPage),
  page(PATHS.rights, async () => (await import('#web/site/rights-page.tsx')).RightsPage),
  page(
    PATHS.processingAgreement,
    async () => (await import('#web/site/processing-agreement-page.tsx')).ProcessingAgreementPage,
  ),
  page(PATHS.support, async () => (await import('#web/site/support-page.tsx')).SupportPage),
  page(PATHS.guide, async () => (await import('#web/site/guide-page.tsx')).GuidePage),
  page(
    PATHS.appointmentLink,
    async () => (await import('#web/appointment-links/appointment-link-page.tsx')).AppointmentLinkPage,
  ),
  page(
    PATHS.sharedDocuments,
    async () => (await import('#web/shared-documents/shared-documents-page.tsx')).SharedDocumentsPage,
  ),
  page(PATHS.booking, async () => (await import('#web/booking-page/booking-page.tsx')).BookingPage),
  page(PATHS.rightsForm, async () => (await import('#web/rights-form/rights-form-page.tsx')).RightsFormPage),
  page(PATHS.rightsFormByLink, async () => (await import('#web/rights-form/rights-form-page.tsx')).RightsFormPage),
  page(PATHS.invitation, async () => (await import('#web/invitation/invitation-page.tsx')).InvitationPage),
  page('notFound', async () => (await import('#web/app/not-found-page.tsx')).NotFoundPage),
];

const guestPages: RouteObject = {
  lazy: lazily(async () => (await import('#web/app/guest-only.tsx')).GuestOnly),
  children: [
    page(PATHS.login, async () => (await import('#web/auth/login-page.tsx')).LoginPage),
    page(PATHS.register, async () => (await import('#web/auth/register-page.tsx')).RegisterPage),
  ],
};

const verifyPages = [PATHS.verify, PATHS.verification].map((path) =>
  page(path, async () => (await import('#web/documents/verify-page.tsx')).VerifyPage),
);

/** Where the links of mails lead. Open with and without a session. */
const linkPages = [
  page(PATHS.newPassword, async () => (await import('#web/auth/new-password-page.tsx')).NewPasswordPage),
  page(PATHS.confirmEmail, async () => (await import('#web/auth/confirm-email-page.tsx')).ConfirmEmailPage),
];

/** Where a deposit is paid outside production. Open with and without a session. */
const testDepositPage = page(
  PATHS.testDeposit,
  async () => (await import('#web/deposits/test-deposit-page.tsx')).TestDepositPage,
);

const sectionPage = ({ path, load }: Section): RouteObject => page(path, load);

/** Two paths of one screen. A new document gets its own path when it is first saved, and the screen must not remount. */
const documentPages = (paths: readonly HeadName[], load: Load): RouteObject => ({
  lazy: lazily(load),
  children: paths.map((path) => ({ path, element: null, handle: handleOf(path) })),
});

const clinicalNotePages = documentPages(
  [PATHS.newClinicalNote, PATHS.clinicalNote],
  async () => (await import('#web/clinical-notes/clinical-note-page.tsx')).ClinicalNotePage,
);

const certificatePages = documentPages(
  [PATHS.newCertificate, PATHS.certificate],
  async () => (await import('#web/certificates/certificate-page.tsx')).CertificatePage,
);

const adminPages: RouteObject = {
  lazy: lazily(async () => (await import('#web/app/require-auth.tsx')).RequireAdmin),
  children: SECTIONS.filter((section) => section.adminOnly).map(sectionPage),
};

const protectedPages: RouteObject = {
  lazy: lazily(async () => (await import('#web/app/require-auth.tsx')).RequireAuth),
  children: [
    page(PATHS.home, async () => (await import('#web/home/home-page.tsx')).HomePage),
    ...SECTIONS.filter((section) => !section.adminOnly).map(sectionPage),
    clinicalNotePages,
    certificatePages,
    page(PATHS.testCheckout, async () => (await import('#web/billing/test-checkout-page.tsx')).TestCheckoutPage),
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
        children: [...verifyPages, ...linkPages, testDepositPage, guestPages, protectedPages],
      },
    ],
  },
];
