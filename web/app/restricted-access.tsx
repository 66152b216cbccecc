import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { PATHS, PLANS_ADDRESS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

interface Props {
  patientId: string;
  message: string;
  children?: ReactNode;
}

/** The plan does not let it be written. */
export function RestrictedAccess({ patientId, message, children }: Props) {
  return (
    <UnavailablePage
      title="Acceso Restringido"
      text={message}
      actions={
        <>
          <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass()}>
            Volver al Paciente
          </Link>
          <Link to={PLANS_ADDRESS} className={buttonClass({ look: 'secondary' })}>
            Ver Configuración de Cuenta
          </Link>
        </>
      }
    >
      {children}
    </UnavailablePage>
  );
}
