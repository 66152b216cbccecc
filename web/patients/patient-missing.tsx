import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

/** Deleted, never there or somebody else's: all look alike. */
export function PatientMissing() {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <NightSky />
      <h1 className="mt-6 text-heading">Paciente no encontrado</h1>
      <p className="mt-1 max-w-md text-muted text-balance">
        Puede que haya sido eliminado o que la dirección no sea la correcta.
      </p>
      <Link to={PATHS.patients} className={`${buttonClass()} mt-6`}>
        Volver a Pacientes
      </Link>
    </div>
  );
}
