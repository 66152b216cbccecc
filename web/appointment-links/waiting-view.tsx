import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** What somebody on a waiting list waits for, and the way out. `show-waiting.ts` fills it in. */
export const WaitingView = () => (
  <div data-view="waiting" hidden className={PATIENT_CARD_CLASS}>
    <h1 data-part="waiting-heading" tabIndex={-1} className="text-subheading outline-none sm:text-heading">
      Lista de espera
    </h1>
    <p data-part="waiting-text" className="mt-3 leading-relaxed">
      Si se libera una hora que te sirva, te escribiremos para que puedas tomarla.
    </p>
    <dl data-part="waiting-facts" className="mt-4 grid gap-4">
      <div data-part="waiting-service-row">
        <dt className="text-muted text-sm">Servicio</dt>
        <dd data-part="waiting-service" className="mt-0.5 font-semibold" />
      </div>
      <div>
        <dt className="text-muted text-sm">Cuándo puedes</dt>
        <dd data-part="waiting-days" className="mt-0.5 font-semibold first-letter:uppercase" />
      </div>
    </dl>
    <p data-part="waiting-problem" hidden className="mt-4 font-semibold text-red" />
    <button
      type="button"
      data-part="join-list"
      hidden
      data-busy="Confirmando…"
      className={`${buttonClass({ size: 'lg' })} mt-6 w-full`}
    >
      Sí, avísenme si se libera una hora
    </button>
    <button
      type="button"
      data-part="leave-list"
      data-busy="Saliendo…"
      className={`${buttonClass({ look: 'secondary', size: 'lg' })} mt-6 w-full`}
    >
      Salir de la lista de espera
    </button>
  </div>
);
