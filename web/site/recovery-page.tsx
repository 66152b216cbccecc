import { ArrowLeft, Clock, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { mailto, SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';
import { RECOVERY_MESSAGE, RECOVERY_SUBJECT, RecoverySteps } from '#web/site/recovery-steps.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export function RecoveryPage() {
  return (
    <PublicFrame className={`${PUBLIC_WIDTH_CLASS} pt-10 pb-20 lg:pt-14 lg:pb-28`}>
      <div className="mx-auto max-w-[46rem]">
        <h1 className="text-title lg:text-display">Recuperar contraseña</h1>
        <p className="mt-4 text-lg text-muted leading-relaxed">
          Tu cuenta guarda datos de salud. Por eso no la abrimos con un enlace automático: una persona comprueba primero
          que eres tú. Sigue estos cinco pasos.
        </p>
        <ResponseTime />
        <RecoverySteps />
        <div className="mt-8 flex flex-wrap gap-3">
          <a
            href={mailto(SUPPORT_MAILBOX, { subject: RECOVERY_SUBJECT, body: RECOVERY_MESSAGE })}
            className={buttonClass({ size: 'lg' })}
          >
            <Mail className="size-5" aria-hidden="true" />
            Escribir el correo
          </a>
          <Link to={PATHS.login} className={buttonClass({ look: 'secondary', size: 'lg' })}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            Volver al inicio de sesión
          </Link>
        </div>
        <p className="mt-8 text-muted">
          ¿La recordaste?{' '}
          <Link to={PATHS.login} className={TEXT_LINK_CLASS}>
            Inicia sesión
          </Link>
          . ¿Aún no tienes cuenta?{' '}
          <Link to={PATHS.register} className={TEXT_LINK_CLASS}>
            Regístrate aquí
          </Link>
          .
        </p>
      </div>
    </PublicFrame>
  );
}

function ResponseTime() {
  return (
    <p className="mt-6 flex items-center gap-3 rounded-card bg-austral-50 px-4 py-3">
      <Clock className="size-5 shrink-0 text-austral-700" aria-hidden="true" />
      <span>
        Tiempo de respuesta: <strong>24-48 horas hábiles</strong>.
      </span>
    </p>
  );
}
