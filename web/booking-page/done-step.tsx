import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

/** What somebody has done, and the mail that can be sent again. `done.ts` fills it in. */
export const DoneStep = ({ path }: { path: string }) => (
  <section data-view="done" hidden aria-labelledby="done-heading" className={PATIENT_CARD_CLASS}>
    <h2 id="done-heading" data-part="done-heading" tabIndex={-1} className="text-subheading outline-none">
      Listo
    </h2>
    <p data-part="done-text" tabIndex={-1} className="mt-3 leading-relaxed outline-none" />
    <p data-part="done-next" className="mt-2 leading-relaxed" />
    <dl className="mt-4 grid gap-3 rounded-control bg-austral-50 px-4 py-3">
      <div data-part="done-hour-row">
        <dt className="text-muted text-sm">Cuándo</dt>
        <dd data-part="done-hour" className="font-semibold first-letter:uppercase" />
      </div>
      <div>
        <dt className="text-muted text-sm">Servicio</dt>
        <dd data-part="done-service" className="font-semibold" />
      </div>
    </dl>
    <div data-part="pay-actions" hidden className="mt-5 grid gap-2">
      <a data-part="pay" href={path} rel="noopener" className={buttonClass({ size: 'lg' })}>
        Pagar abono
      </a>
      <p data-part="pay-note" className="text-center text-muted text-sm">
        Se paga en la página de Mercado Pago, y al terminar vuelves a la de tu hora.
      </p>
    </div>
    <div data-part="unverified-actions" hidden className="mt-5">
      <p className="text-muted text-sm">¿No te llegó? Revisa también la carpeta de correo no deseado.</p>
      <div data-part="resend-actions" className="mt-3 grid gap-3 sm:grid-cols-2">
        <button type="button" data-part="resend" data-busy="Enviando…" className={buttonClass({ look: 'secondary' })}>
          Enviar de nuevo
        </button>
        <button type="button" data-part="correct" className={buttonClass({ look: 'secondary' })}>
          Corregir mi correo
        </button>
      </div>
      <form data-part="correction" hidden noValidate className="mt-4">
        <label htmlFor="corrected-email" className="mb-1.5 block font-semibold text-sm">
          Correo correcto
        </label>
        <input
          id="corrected-email"
          data-part="corrected-email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          aria-required="true"
          aria-describedby="corrected-email-error"
          className={CONTROL_CLASS}
        />
        <p
          id="corrected-email-error"
          data-part="corrected-email-error"
          aria-live="polite"
          className="mt-1.5 font-medium text-red text-sm"
        />
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <button type="submit" data-part="send-corrected" data-busy="Enviando…" className={buttonClass()}>
            Enviar a este correo
          </button>
          <button type="button" data-part="keep-email" className={buttonClass({ look: 'ghost' })}>
            Volver
          </button>
        </div>
      </form>
    </div>
    <a href={path} data-step="" className={`${buttonClass({ look: 'ghost' })} mt-4 w-full`}>
      Reservar otra hora
    </a>
  </section>
);
