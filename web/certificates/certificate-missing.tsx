import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

/** Cancelled, never there, somebody else's or another patient's: all look alike. */
export function CertificateMissing() {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <NightSky />
      <h1 className="mt-6 text-heading">Certificado no encontrado</h1>
      <p className="mt-1 max-w-md text-muted text-balance">
        Puede que haya sido cancelado o que la dirección no sea la correcta.
      </p>
      <Link to={PATHS.patients} className={`${buttonClass()} mt-6`}>
        Volver a Pacientes
      </Link>
    </div>
  );
}
