import { PATHS } from '#web/platform/paths.ts';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Logo, LogoMark } from '#web/ui/logo.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';

/** The width that every public page shares with its header and footer. */
export const PUBLIC_WIDTH_CLASS = 'mx-auto w-full max-w-page px-4 sm:px-6';

/** The header of every public page. The page itself is `<main id={CONTENT_ID} tabIndex={-1}>` between it and `PublicFooter`. */
export function PublicHeader() {
  return (
    <header className={`${PUBLIC_WIDTH_CLASS} flex items-center justify-between gap-2 py-4`}>
      <SkipLink />
      <Link
        to={PATHS.landing}
        aria-label="Ficha Austral, inicio"
        className="inline-flex min-h-11 min-w-11 items-center rounded-control"
      >
        <span className="hidden min-[30rem]:inline-flex">
          <Logo />
        </span>
        <span className="min-[30rem]:hidden">
          <LogoMark size={36} />
        </span>
      </Link>
      <nav aria-label="Cuenta" className="flex items-center gap-1.5 sm:gap-3">
        <ThemeSwitch className="max-sm:hidden" />
        <Link to={PATHS.login} className={`${buttonClass({ look: 'secondary' })} max-sm:px-3`}>
          Iniciar sesión
        </Link>
        <Link to={PATHS.register} className={`${buttonClass()} max-sm:px-3`}>
          Crear cuenta gratis
        </Link>
      </nav>
    </header>
  );
}

const FOOTER_LINK_CLASS =
  'inline-flex min-h-11 items-center rounded-control px-2 text-muted text-sm hover:text-ink hover:underline';

export function LegalLinks() {
  return (
    <nav aria-label="Información legal y soporte" className="flex flex-wrap justify-center gap-x-2">
      <Link to={PATHS.terms} className={FOOTER_LINK_CLASS}>
        Términos de Servicio
      </Link>
      <Link to={PATHS.privacy} className={FOOTER_LINK_CLASS}>
        Política de Privacidad
      </Link>
      <Link to={PATHS.support} className={FOOTER_LINK_CLASS}>
        Soporte
      </Link>
    </nav>
  );
}

export function PublicFooter() {
  return (
    <footer className="border-line border-t">
      <div
        className={`${PUBLIC_WIDTH_CLASS} flex flex-wrap items-center justify-center gap-x-6 gap-y-2 py-8 sm:justify-between`}
      >
        <Logo />
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <Link to={PATHS.verify} className={FOOTER_LINK_CLASS}>
            Verificar un documento
          </Link>
          <Link to={PATHS.rights} className={FOOTER_LINK_CLASS}>
            Derechos sobre tus datos
          </Link>
          <Link to={PATHS.processingAgreement} className={FOOTER_LINK_CLASS}>
            Contrato de encargo
          </Link>
          <LegalLinks />
          <ThemeSwitch className="sm:hidden" />
        </div>
      </div>
    </footer>
  );
}
