import { RIGHTS_KINDS, type RightsKind } from '#contract/rights-kinds';
import { DocumentFields } from '#web/patient-pages/document-fields.tsx';
import { EmailField } from '#web/patient-pages/email-field.tsx';
import { FieldError, FormField, FormTextArea } from '#web/patient-pages/form-field.tsx';
import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';
import { ProblemBox } from '#web/patient-pages/problem-box.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { OPTIONAL_HINT } from '#web/rights-form/text-hints.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** What each right means, in one line. */
const EXPLANATIONS: Record<RightsKind, string> = {
  access: 'Saber qué datos tuyos se guardan y recibir una copia.',
  rectification: 'Corregir o completar datos que están errados, incompletos o desactualizados.',
  erasure: 'Eliminar tus datos. La ficha clínica debe conservarse al menos 15 años.',
  opposition: 'Que tus datos no se usen para un fin determinado.',
  portability: 'Recibir tus datos en un formato que otro sistema puede leer.',
  blocking: 'Suspender por un tiempo el uso de tus datos, por ejemplo mientras se corrigen.',
};

const KINDS = Object.entries(RIGHTS_KINDS) as [RightsKind, string][];

export const FormView = () => (
  <section data-view="form" hidden aria-labelledby="form-heading" className={PATIENT_CARD_CLASS}>
    <h1
      id="form-heading"
      data-part="form-heading"
      tabIndex={-1}
      className="text-subheading outline-none sm:text-heading"
    >
      Tus derechos sobre tus datos
    </h1>
    <p className="mt-3 leading-relaxed">
      <span data-part="professional" className="font-semibold" /> es responsable de los datos que guarda de ti. Tu
      solicitud le llega de inmediato, y la ley fija el plazo de su respuesta.
    </p>
    <form data-part="form" noValidate className="mt-5 grid gap-4">
      <KindFields />
      <FormTextArea name="text" label="Cuéntale qué necesitas" hint={OPTIONAL_HINT} maxLength={4000} />
      <h2 className="mt-2 text-lg">Tus datos</h2>
      <FormField name="name" label="Nombre completo" autoComplete="name" maxLength={120} />
      <DocumentFields />
      <EmailField label="Correo para la respuesta" />
      <p className="text-muted text-sm leading-relaxed">
        Estos datos los recibe solo <span data-part="recipient" />, para comprobar quién eres y responderte. Ficha
        Austral los guarda por su encargo.{' '}
        <a href={PATHS.privacy} target="_blank" rel="noopener" className={TEXT_LINK_CLASS}>
          Política de Privacidad
        </a>
      </p>
      <button type="submit" data-part="send" data-busy="Enviando…" className={buttonClass({ size: 'lg' })}>
        Enviar solicitud
      </button>
    </form>
    <ProblemBox />
  </section>
);

const KindFields = () => (
  <div
    role="radiogroup"
    aria-labelledby="kind-label"
    aria-required="true"
    aria-describedby="kind-error"
    className="min-w-0"
  >
    <p className="mb-1.5 font-semibold">
      <span id="kind-label">¿Qué quieres pedir?</span>
      <span aria-hidden="true" className="text-red">
        {' *'}
      </span>
    </p>
    <div className="grid gap-2">
      {KINDS.map(([kind, label]) => (
        <label
          key={kind}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-control-line px-3.5 py-2.5 hover:border-austral-600 has-checked:border-austral-600 has-checked:bg-austral-50"
        >
          <input
            type="radio"
            name="kind"
            value={kind}
            aria-describedby={`kind-${kind}`}
            aria-labelledby={`label-${kind}`}
            className="mt-0.5 size-5 shrink-0 accent-austral-600"
          />
          <span className="min-w-0">
            <span id={`label-${kind}`} className="block font-semibold">
              {label}
            </span>
            <span id={`kind-${kind}`} className="block text-muted text-sm">
              {EXPLANATIONS[kind]}
            </span>
          </span>
        </label>
      ))}
    </div>
    <FieldError name="kind" />
  </div>
);
