import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import type { Professional } from '#contract/assistants';
import { TOP_BAR_CLASS } from '#web/app/layout-skeleton.tsx';
import { MessagePage } from '#web/app/message-page.tsx';
import { LogoutButton } from '#web/auth/logout-button.tsx';
import { PATHS, PROFESSIONAL } from '#web/platform/paths.ts';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { focusPageHeading } from '#web/ui/focus-heading.ts';
import { Link } from '#web/ui/navigation.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** It takes the place of a page that the assistant may be using, and of the control that has the focus. */
function AccessEndedPage(props: ComponentProps<typeof MessagePage>) {
  useEffect(() => {
    if (document.activeElement === document.body) focusPageHeading();
  }, []);
  return <MessagePage {...props} />;
}

const OwnAccountLink = () => (
  <Link to={PATHS.account} className={buttonClass({ look: 'secondary' })}>
    Mi cuenta
  </Link>
);

/** The own account of an assistant without a professional, so without the menu and the search. */
export const OwnAccountOnly = ({ children }: { children: ReactNode }) => (
  <>
    <header className={TOP_BAR_CLASS}>
      <Link to={PATHS.home} className={buttonClass({ look: 'ghost' })}>
        <ArrowLeft size={18} aria-hidden="true" />
        Volver
      </Link>
      <div className="flex items-center gap-1 sm:gap-3">
        <ThemeSwitch />
        <LogoutButton />
      </div>
    </header>
    <main id={CONTENT_ID} tabIndex={-1} className="min-h-dvh px-4 pt-24 pb-16 outline-none sm:px-8">
      {children}
    </main>
  </>
);

/** All who had invited the assistant ended the access. */
export const NoProfessionalPage = () => (
  <AccessEndedPage
    title="No tienes consultas a tu cargo"
    text="Por ahora ningún profesional te da acceso a su consulta. Si esperabas ver una, pídele que te invite desde su configuración, en Secretaría."
  >
    <OwnAccountLink />
    <LogoutButton />
  </AccessEndedPage>
);

export const NoAccessPage = ({ others }: { others: readonly Professional[] }) => (
  <AccessEndedPage
    title="Ya no tienes acceso a la consulta de este profesional"
    text="Puede que haya terminado tu acceso, o que la dirección no sea la correcta. Elige con quién quieres continuar."
  >
    {others.map(({ _id, name }) => (
      <Link key={_id} to={`${PATHS.agenda}?${PROFESSIONAL}=${_id}`} className={buttonClass({ look: 'secondary' })}>
        {name}
      </Link>
    ))}
    <OwnAccountLink />
    <LogoutButton />
  </AccessEndedPage>
);

/** Every page that is for professionals alone. */
export const RestrictedPage = () => (
  <UnavailablePage
    title="Acceso restringido"
    text="Esta sección es solo para el profesional."
    actions={
      <Link to={PATHS.home} className={buttonClass()}>
        Ir a Recepción
      </Link>
    }
  />
);
