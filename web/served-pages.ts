import { isBehindLogin, LINK_PATHS, PATHS, type Path } from '#web/platform/paths.ts';

/** Prerendered documents that load one small script and no React. */
export const TEXT_PAGES: Partial<Record<Path, string>> = {
  [PATHS.landing]: 'index.html',
  [PATHS.recovery]: 'recuperar-contrasena.html',
  [PATHS.terms]: 'terminos.html',
  [PATHS.privacy]: 'privacidad.html',
  [PATHS.rights]: 'derechos.html',
  [PATHS.processingAgreement]: 'encargo.html',
  [PATHS.support]: 'soporte.html',
  [PATHS.guide]: 'primeros-pasos.html',
};

/** The same with a script of their own. */
export const SCRIPTED_PAGES: Partial<Record<Path, { file: string; script: string }>> = {
  [PATHS.appointmentLink]: { file: 'cita.html', script: 'appointment-links/appointment-link-script.ts' },
  [PATHS.sharedDocuments]: { file: 'documentos.html', script: 'shared-documents/shared-documents-script.ts' },
  [PATHS.rightsForm]: { file: 'ejercer-derechos.html', script: 'rights-form/rights-form-script.ts' },
  [PATHS.rightsFormByLink]: { file: 'ejercer-derechos-enlace.html', script: 'rights-form/rights-form-script.ts' },
  [PATHS.invitation]: { file: 'invitacion.html', script: 'invitation/invitation-script.ts' },
};

/** Plain HTML with a script of its own, which the server renders with the module that `source` becomes. */
export const BOOKING_PAGE = {
  path: PATHS.booking,
  template: 'reservar.html',
  renderer: 'render/booking-page.js',
  source: 'render-booking-page.tsx',
  script: 'booking-page/booking-page-script.ts',
};

interface HydratedPage {
  file: string;
  /** The module to preload. */
  source: string;
}

/** Prerendered, and then hydrated by the application. */
export const GUEST_PAGES: Partial<Record<Path, HydratedPage>> = {
  [PATHS.login]: { file: 'login.html', source: 'auth/login-page.tsx' },
  [PATHS.register]: { file: 'register.html', source: 'auth/register-page.tsx' },
  [PATHS.newPassword]: { file: 'nueva-contrasena.html', source: 'auth/new-password-page.tsx' },
  [PATHS.confirmEmail]: { file: 'confirmar-correo.html', source: 'auth/confirm-email-page.tsx' },
  [PATHS.verify]: { file: 'verificar.html', source: 'documents/verify-page.tsx' },
  [PATHS.verification]: { file: 'verificacion.html', source: 'documents/verify-page.tsx' },
};

/** These take the place of pages above in an installation that sends mail. */
export const MAIL_PAGES: Partial<Record<Path, HydratedPage>> = {
  [PATHS.recovery]: { file: 'recuperar-por-correo.html', source: 'site/recovery-page.tsx' },
};

export const SHELL = 'shell.html';
export const NOT_FOUND = '404.html';

/** The file that answers each path. The server answers 404 to every other path, so each route must be here. */
export function pageMap(paths: readonly string[]) {
  const filesOf = (table: Partial<Record<Path, { file: string }>>): Record<string, string> =>
    Object.fromEntries(Object.entries(table).map(([path, { file }]) => [path, file]));
  const pages: Record<string, string> = { ...TEXT_PAGES, ...filesOf(SCRIPTED_PAGES), ...filesOf(GUEST_PAGES) };
  const shellPaths = paths.filter(isBehindLogin);
  const { path: bookingPath, template, renderer } = BOOKING_PAGE;
  const unserved = paths.filter((path) => !(path in pages) && !shellPaths.includes(path) && path !== bookingPath);
  if (unserved.length > 0) throw new Error(`No file answers ${unserved.join(', ')}: see web/served-pages.ts`);
  const linkPaths = LINK_PATHS.filter((path) => path in pages);
  const booking = { path: bookingPath, template, renderer };
  return { pages, mailPages: filesOf(MAIL_PAGES), linkPaths, booking, shell: SHELL, shellPaths, notFound: NOT_FOUND };
}
