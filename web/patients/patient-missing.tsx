import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** The same for a patient who was deleted, never existed or belongs to another professional. */
export function PatientMissing() {
  return (
    <UnavailablePage
      title="Paciente no encontrado"
      text="Puede que haya sido eliminado o que la dirección no sea la correcta."
      actions={
        <Link to={PATHS.patients} className={buttonClass()}>
          Volver a Pacientes
        </Link>
      }
    />
  );
}
