import { type ComponentProps, useEffect } from 'react';
import type { Professional } from '#contract/assistants';
import { MessagePage } from '#web/app/message-page.tsx';
import { LogoutButton } from '#web/auth/logout-button.tsx';
import { PATHS, PROFESSIONAL } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { focusPageHeading } from '#web/ui/focus-heading.ts';
import { Link } from '#web/ui/navigation.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** It takes the place of a page that the assistant may be using, and of the control that has the focus. */
function AccessEndedPage(props: ComponentProps<typeof MessagePage>) {
  useEffect(() => {
    if (document.activeElement === document.body) focusPageHeading();
  }, []);
  return <MessagePage {...props} />;
}

/** All who had invited the assistant ended the access. */
export const NoProfessionalPage = () => (
  <AccessEndedPage
    title="No tienes consultas a tu cargo"
    text="Por ahora ningún profesional te da acceso a su consulta. Si esperabas ver una, pídele que te invite desde su configuración, en Secretaría."
  >
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
