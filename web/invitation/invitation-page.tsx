import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { MIN_PASSWORD_LENGTH } from '#contract/auth';
import { FieldError } from '#web/patient-pages/form-field.tsx';
import { EndedView, FailedView, LoadingView } from '#web/patient-pages/page-views.tsx';
import { PATIENT_CARD_CLASS, PatientPage } from '#web/patient-pages/patient-page.tsx';
import { ProblemBox } from '#web/patient-pages/problem-box.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const HEADING_CLASS = 'wrap-anywhere outline-none text-subheading sm:text-heading';

/** Where an assistant accepts an invitation, in plain HTML: `start-invitation.ts` fills in its parts. */
export function InvitationPage() {
  const { token = '' } = useParams();
  // The built page has a script of its own. This one is for the development server, where React shows every page.
  const isStarted = useRef(false);
  useEffect(() => {
    if (!import.meta.env.DEV || isStarted.current) return;
    isStarted.current = true;
    void import('#web/invitation/start-invitation.ts').then(({ startInvitation }) => startInvitation(token));
  }, [token]);
  return (
    <PatientPage>
      <LoadingView
        text="Buscando tu invitación…"
        lateAdvice="Si no aparece, recarga la página o ábrela en otro navegador."
        noScriptAdvice="Abre el enlace en otro navegador."
      />
      <FailedView title="No pudimos mostrar la invitación" busyText="Buscando tu invitación…" />
      <EndedView>
        Si ya la aceptaste,{' '}
        <a href={PATHS.login} className={TALL_TEXT_LINK_CLASS}>
          inicia sesión
        </a>
        . Si no, pide una nueva a quien te invitó.
      </EndedView>
      <InvitationForm />
      <AcceptedView />
    </PatientPage>
  );
}

const InvitationForm = () => (
  <form data-view="invitation" data-part="form" hidden noValidate className={PATIENT_CARD_CLASS}>
    <h1 data-part="invitation-heading" tabIndex={-1} className={HEADING_CLASS}>
      Te invitan a una secretaría
    </h1>
    <p className="mt-3 leading-relaxed">
      Podrás trabajar con su agenda y con los datos de contacto de sus pacientes. No verás fichas clínicas.
    </p>
    <p data-part="signed-in" hidden className="mt-4 rounded-control bg-orange-tint px-4 py-3 text-orange" />
    <div className="mt-5 grid gap-4">
      <div>
        <p className="text-muted text-sm">Tu nombre</p>
        <p data-part="name" className="wrap-anywhere font-semibold" />
      </div>
      {/* A field, so that password managers store the password with it. */}
      <div>
        <label htmlFor="email" className="mb-1.5 block font-semibold text-sm">
          Entrarás con este correo
        </label>
        <input
          id="email"
          name="email"
          type="email"
          readOnly
          autoComplete="username"
          className={`${CONTROL_CLASS} bg-paper`}
        />
      </div>
      <PasswordField />
    </div>
    <ProblemBox />
    <button
      type="submit"
      data-part="accept"
      data-busy="Aceptando…"
      className={`${buttonClass({ size: 'lg' })} mt-5 w-full`}
    >
      Aceptar y entrar
    </button>
    <p data-part="recovery" hidden className="mt-2 text-center text-sm">
      <a href={PATHS.recovery} className={TALL_TEXT_LINK_CLASS}>
        ¿Olvidaste tu contraseña?
      </a>
    </p>
  </form>
);

const PasswordField = () => (
  <div>
    <div className="mb-1.5 font-semibold text-sm">
      <label htmlFor="password" data-part="password-label">
        Contraseña
      </label>
      <span aria-hidden="true" className="text-red">
        {' *'}
      </span>
    </div>
    <div className="relative">
      <input
        id="password"
        name="password"
        type="password"
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={200}
        spellCheck={false}
        autoCapitalize="none"
        required
        aria-describedby="password-hint password-error"
        className={`${CONTROL_CLASS} pr-12`}
      />
      <button
        type="button"
        data-part="show-password"
        aria-label="Mostrar contraseña"
        className="absolute top-0 right-0 inline-flex size-11 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <Eye size={20} aria-hidden="true" />
        <EyeOff size={20} aria-hidden="true" className="hidden" />
      </button>
    </div>
    <p id="password-hint" data-part="password-hint" className="mt-1.5 text-muted text-sm" />
    <FieldError name="password" />
  </div>
);

/** For an account with a second factor, whose login asks for its code. */
const AcceptedView = () => (
  <div data-view="accepted" hidden className={PATIENT_CARD_CLASS}>
    <h1 data-part="accepted-heading" tabIndex={-1} className={HEADING_CLASS}>
      Aceptaste la invitación
    </h1>
    <p className="mt-3 leading-relaxed">
      Tu cuenta tiene verificación en dos pasos. Inicia sesión con tu contraseña y tu código para entrar.
    </p>
    <a href={PATHS.login} className={`${buttonClass({ size: 'lg' })} mt-6 w-full`}>
      Ir a iniciar sesión
    </a>
  </div>
);
