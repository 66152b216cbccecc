import type { Professional } from '#contract/assistants';
import { MessagePage } from '#web/app/message-page.tsx';
import { LogoutButton } from '#web/auth/logout-button.tsx';
import { PATHS, PROFESSIONAL } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** All who had invited the assistant ended the access. */
export const NoProfessionalPage = () => (
  <MessagePage
    title="No tienes consultas a tu cargo"
    text="Por ahora ningún profesional te da acceso a su consulta. Si esperabas ver una, pídele que te invite desde su configuración, en Secretaría."
  >
    <LogoutButton />
  </MessagePage>
);

export const NoAccessPage = ({ others }: { others: readonly Professional[] }) => (
  <MessagePage
    title="Ya no tienes acceso a la consulta de este profesional"
    text="Puede que haya terminado tu acceso, o que la dirección no sea la correcta. Elige con quién quieres continuar."
  >
    {others.map(({ _id, name }) => (
      <Link key={_id} to={`${PATHS.agenda}?${PROFESSIONAL}=${_id}`} className={buttonClass({ look: 'secondary' })}>
        {name}
      </Link>
    ))}
    <LogoutButton />
  </MessagePage>
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
