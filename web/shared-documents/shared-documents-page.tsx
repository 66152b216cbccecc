import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { FormField } from '#web/patient-pages/form-field.tsx';
import { EndedView, FailedView, LoadingView } from '#web/patient-pages/page-views.tsx';
import { PATIENT_CARD_CLASS, PatientPage } from '#web/patient-pages/patient-page.tsx';
import { ProblemBox } from '#web/patient-pages/problem-box.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/**
 * The page where a patient receives documents, in plain HTML: `shared-documents.ts` fills in its parts. The patient's
 * telephone may be old and the browser the one inside another application, so the page is served without React, and the
 * documents are opened and saved by plain forms.
 */
export function SharedDocumentsPage() {
  const { token = '' } = useParams();
  // The built page has a script of its own. This one is for the development server, where React shows every page.
  const isStarted = useRef(false);
  useEffect(() => {
    if (!import.meta.env.DEV || isStarted.current) return;
    isStarted.current = true;
    void import('#web/shared-documents/shared-documents.ts').then(({ startSharedDocuments }) =>
      startSharedDocuments(token),
    );
  }, [token]);
  return (
    <PatientPage>
      <LoadingView
        text="Buscando tus documentos…"
        lateAdvice="Si no aparecen, recarga la página, ábrela en otro navegador o comunícate con quien te envió el enlace."
        noScriptAdvice="Abre el enlace en otro navegador o pide los documentos a quien te los envió."
      />
      <FailedView title="No pudimos mostrar tus documentos" busyText="Buscando tus documentos…" />
      <EndedView>Si necesitas los documentos, pide un enlace nuevo a quien te lo envió.</EndedView>
      <BirthDateForm />
      <DocumentsView />
    </PatientPage>
  );
}

const BirthDateForm = () => (
  <form data-view="ask" data-part="form" hidden noValidate className={PATIENT_CARD_CLASS}>
    <Heading part="professional" />
    <p data-part="ask-reason" id="birthDate-reason" className="mt-2 mb-5 leading-relaxed" />
    <FormField
      name="birthDate"
      label="Fecha de nacimiento del paciente"
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      autoComplete="bday"
      maxLength={40}
      aria-describedby="birthDate-reason birthDate-error"
      className="tabular-nums"
    />
    <ProblemBox />
    <button
      type="submit"
      data-part="open"
      data-busy="Comprobando…"
      className={`${buttonClass({ size: 'lg' })} mt-5 w-full`}
    >
      Ver los documentos
    </button>
  </form>
);

const DocumentsView = () => (
  <div data-view="documents" hidden className={PATIENT_CARD_CLASS}>
    <Heading part="documents-heading" />
    <p data-part="until" className="mt-2 text-muted" />
    <ul data-part="documents" aria-label="Documentos" className="mt-5 grid gap-3">
      {/* The script copies it for each document. */}
      <li data-part="document" hidden className="rounded-control border border-line p-4">
        <form method="post">
          <input type="hidden" name="ticket" />
          <p data-title="" className="wrap-anywhere font-semibold" />
          <p data-date="" className="mt-0.5 text-muted text-sm tabular-nums" />
          <div className="mt-3 grid grid-cols-2 gap-3">
            <SubmitButton disposition="inline" label="Ver" />
            <SubmitButton disposition="attachment" label="Descargar" />
          </div>
        </form>
      </li>
    </ul>
    <p className="mt-4 text-muted text-sm leading-relaxed">
      Si un documento no se abre, abre este mismo enlace en el navegador de tu teléfono, por ejemplo Chrome o Safari.
    </p>
  </div>
);

const SubmitButton = ({ disposition, label }: { disposition: 'inline' | 'attachment'; label: string }) => (
  <button
    type="submit"
    name="disposition"
    value={disposition}
    className={buttonClass({ look: disposition === 'inline' ? 'primary' : 'secondary' })}
  >
    {label}
  </button>
);

const Heading = ({ part }: { part: string }) => (
  <h1 data-part={part} tabIndex={-1} className="wrap-anywhere outline-none text-subheading sm:text-heading">
    Tus documentos
  </h1>
);
