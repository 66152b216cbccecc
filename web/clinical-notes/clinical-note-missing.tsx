import { generatePath, Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** Deleted, never there, somebody else's or another patient's: all look alike. */
export function ClinicalNoteMissing({ patientId }: { patientId: string }) {
  return (
    <UnavailablePage
      title="Nota no encontrada"
      text="Puede que haya sido eliminada o que la dirección no sea la correcta."
      actions={
        <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass()}>
          Volver al Paciente
        </Link>
      }
    />
  );
}
