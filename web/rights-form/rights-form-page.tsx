import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { EndedView, FailedView, LoadingView } from '#web/patient-pages/page-views.tsx';
import { PatientPage } from '#web/patient-pages/patient-page.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { DoneView } from '#web/rights-form/done-view.tsx';
import { FormView } from '#web/rights-form/form-view.tsx';
import { recipientAt } from '#web/rights-form/recipient.ts';
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
      <LoadingView
        text="Cargando el formulario…"
        lateAdvice="Si no ves el formulario, recarga la página."
        noScriptAdvice="También puedes pedirle tus derechos por escrito a quien te atiende."
      />
      <FailedView title="No pudimos mostrar el formulario" busyText="Cargando…" />
      <EndedView>
        Pide un enlace nuevo a quien te lo envió, o pídele tus derechos por escrito a quien te atiende. También puedes
        leer{' '}
        <a href={PATHS.rights} className={TEXT_LINK_CLASS}>
          cuáles son y cómo se cumplen
        </a>
        .
      </EndedView>
      <FormView />
      <DoneView />
    </PatientPage>
  );
}
