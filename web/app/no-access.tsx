import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** A page that is there, but not for this role. */
export function NoAccess() {
  return (
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
}
