import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { DeadEnd } from '#web/ui/dead-end.tsx';

/** A page that is there, but not for this role. */
export function NoAccess() {
  return (
    <DeadEnd
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
