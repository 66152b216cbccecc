import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { NightSky } from '#web/ui/pictures.tsx';

interface Props {
  patientId: string;
  message: string;
  children?: ReactNode;
}

/** The plan does not let it be written. */
export function RestrictedAccess({ patientId, message, children }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col items-center py-12 text-center sm:py-16">
      <NightSky />
      <h1 className="mt-6 text-heading">Acceso Restringido</h1>
      <p className="mt-1 max-w-md text-muted text-balance">{message}</p>
      <div className="mt-6 mb-8 flex flex-wrap justify-center gap-3">
        <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass()}>
          Volver al Paciente
        </Link>
        <Link to={PATHS.account} className={buttonClass({ look: 'secondary' })}>
          Ver Configuración de Cuenta
        </Link>
      </div>
      {children && <div className="w-full">{children}</div>}
    </div>
  );
}
