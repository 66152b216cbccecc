import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

/** Cancelled, never there, somebody else's or another patient's: all look alike. */
export function CertificateMissing() {
  return (
    <UnavailablePage
      title="Certificado no encontrado"
      text="Puede que haya sido cancelado o que la dirección no sea la correcta."
      actions={
        <Link to={PATHS.patients} className={buttonClass()}>
          Volver a Pacientes
        </Link>
      }
    />
  );
}
