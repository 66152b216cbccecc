import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

/** A page that is there, but not for this role. */
export function NoAccess() {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <NightSky />
      <h1 className="mt-6 text-heading">Acceso restringido</h1>
      <p className="mt-1 max-w-md text-muted text-balance">Esta sección es solo para administradores.</p>
      <Link to={PATHS.home} className={`${buttonClass()} mt-6`}>
        Ir al inicio
      </Link>
    </div>
  );
}
