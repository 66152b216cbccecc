import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { PATIENT_CARD_CLASS, PatientPage } from '#web/patient-pages/patient-page.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { DoneView } from '#web/rights-form/done-view.tsx';
import { FormView } from '#web/rights-form/form-view.tsx';
import { recipientAt } from '#web/rights-form/recipient.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** The page where a person exercises a right, in plain HTML. `start-rights-form.ts` fills in its parts. */
export function RightsFormPage() {
  const { pathname } = useLocation();
  // The built page has a script of its own. This one is for the development server, where React shows every page.
  const isStarted = useRef(false);
  useEffect(() => {
    if (!import.meta.env.DEV || isStarted.current) return;
    isStarted.current = true;
    void import('#web/rights-form/start-rights-form.ts').then(({ startRightsForm }) =>
      startRightsForm(recipientAt(pathname)),
    );
  }, [pathname]);
  return (
    <PatientPage>
      <LoadingView />
      <FailedView />
      <UnknownView />
      <FormView />
      <DoneView />
    </PatientPage>
  );
}

const LoadingView = () => (
  <div data-view="loading" className={PATIENT_CARD_CLASS}>
    <p role="status" className="noscript:hidden">
      Cargando el formulario…
    </p>
    {/* The style sheet shows it after some seconds: the script may not have loaded. */}
    <p className="late-advice noscript:hidden mt-3">Si no ves el formulario, recarga la página.</p>
    <noscript>
      <p>
        Tu navegador no permite JavaScript, y esta página lo necesita. También puedes pedirle tus derechos por escrito a
        quien te atiende.
      </p>
    </noscript>
  </div>
);

const FailedView = () => (
  <div data-view="failed" hidden className={PATIENT_CARD_CLASS}>
    <h1 className="text-heading">No pudimos mostrar el formulario</h1>
    <p data-part="failure" className="mt-3" />
    <button
      type="button"
      data-part="retry"
      data-busy="Cargando…"
      className={`${buttonClass({ size: 'lg' })} mt-6 w-full`}
    >
      Intentar de nuevo
    </button>
  </div>
);

const UnknownView = () => (
  <div data-view="unknown" hidden className={PATIENT_CARD_CLASS}>
    <h1 data-part="unknown-heading" tabIndex={-1} className="text-heading outline-none">
      Este enlace ya no es válido
    </h1>
    <p className="mt-3 text-muted leading-relaxed">
      Pide un enlace nuevo a quien te lo envió, o pídele tus derechos por escrito a quien te atiende. También puedes
      leer{' '}
      <a href={PATHS.rights} className={TEXT_LINK_CLASS}>
        cuáles son y cómo se cumplen
      </a>
      .
    </p>
  </div>
);
