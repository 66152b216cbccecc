import { ArrowLeft, Clock, Mail } from 'lucide-react';
import { mailto, SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';
import { RecoveryForm } from '#web/site/recovery-form.tsx';
import { RECOVERY_MESSAGE, RECOVERY_SUBJECT, RecoverySteps } from '#web/site/recovery-steps.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Five steps without a form. An installation that sends mail shows a form before them. */
export function RecoveryPage() {
  const sendsMail = useSendsMail();
  return (
    <PublicFrame className={`${PUBLIC_WIDTH_CLASS} pt-10 pb-20 lg:pt-14 lg:pb-28`}>
      <div className="mx-auto max-w-[46rem]">
        <h1 className="text-title lg:text-display">Recuperar contraseña</h1>
        {sendsMail ? <RecoveryByMail /> : <RecoveryByPerson />}
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

const RecoveryByPerson = () => (
  <p className={INTRODUCTION_CLASS}>
    Tu cuenta guarda datos de salud. Por eso no la abrimos con un enlace automático: una persona comprueba primero que
    eres tú. Sigue estos cinco pasos.
  </p>
);

const RecoveryByMail = () => (
  <>
    <p className={INTRODUCTION_CLASS}>
      Escribe el correo de tu cuenta. Te enviaremos un enlace para elegir una nueva contraseña.
    </p>
    <RecoveryForm />
    <h2 className="mt-12 text-heading">¿Ya no tienes acceso a ese correo?</h2>
    <p className="mt-2 text-muted">Una persona comprueba que eres tú. Sigue estos cinco pasos.</p>
  </>
);

const INTRODUCTION_CLASS = 'mt-4 text-lg text-muted leading-relaxed';

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
