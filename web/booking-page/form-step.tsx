import type { BookingPage } from '#contract/booking';
import { reviewsBookings } from '#web/booking-page/reviews-bookings.ts';
import { DocumentFields } from '#web/patient-pages/document-fields.tsx';
import { EmailField } from '#web/patient-pages/email-field.tsx';
import { FieldError, FormField } from '#web/patient-pages/form-field.tsx';
import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** The form of a booking and of the waiting list, so that what is typed serves both. */
export function FormStep({ page }: { page: BookingPage }) {
  const { professional, confirmsByMail } = page;
  const isSure = confirmsByMail && !reviewsBookings(page);
  return (
    <section data-view="form" hidden aria-labelledby="form-heading" className={PATIENT_CARD_CLASS}>
      <h2 id="form-heading" data-part="form-heading" tabIndex={-1} className="text-subheading outline-none">
        Tus datos
      </h2>
      <p className="mt-2 font-semibold">
        <span data-part="form-service" className="block" />
        <span data-part="form-hour" className="block first-letter:uppercase" />
      </p>
      <form data-part="form" noValidate className="mt-5 grid gap-4">
        <WaitingFields />
        <FormField name="name" label="Nombre completo" autoComplete="name" maxLength={120} />
        <DocumentFields />
        <FormField
          name="birthDate"
          label="Fecha de nacimiento"
          placeholder="dd/mm/aaaa"
          inputMode="numeric"
          autoComplete="bday"
          maxLength={40}
        />
        <EmailField label="Correo" />
        <FormField name="phone" label="Teléfono" type="tel" inputMode="tel" autoComplete="tel" maxLength={40} />
        {/* People do not see it. A program that fills in every field books nothing. */}
        <div hidden>
          <label htmlFor="website">Sitio web</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <p
          data-part="deposit-note"
          hidden
          className="rounded-control bg-austral-50 px-4 py-3 text-sm leading-relaxed"
        />
        <PrivacyNotice name={professional.name} />
        <div className="grid gap-3">
          <button
            type="submit"
            data-part="send"
            data-booking={isSure ? 'Reservar la hora' : 'Pedir la hora'}
            data-deposit="Continuar al pago"
            data-waiting="Entrar a la lista de espera"
            data-busy="Enviando…"
            className={buttonClass({ size: 'lg' })}
          >
            Enviar
          </button>
          <Note
            part="booking-note"
            text={
              confirmsByMail
                ? 'Te enviaremos un correo para que confirmes la hora.'
                : `${professional.name} te responderá por correo o teléfono.`
            }
          />
          <Note
            part="waiting-note"
            text={
              confirmsByMail
                ? 'Si se libera una hora, te escribiremos con un enlace para tomarla.'
                : `Si se libera una hora, ${professional.name} se comunicará contigo.`
            }
          />
        </div>
      </form>
      <a data-part="back-to-hours" data-step="" href="?" className={`${buttonClass({ look: 'ghost' })} mt-3 w-full`}>
        Volver a las horas
      </a>
    </section>
  );
}

const Note = ({ part, text }: { part: string; text: string }) => (
  <p data-part={part} data-text={text} hidden className="text-center text-muted text-sm" />
);

const WaitingFields = () => (
  <div data-part="waiting-fields" hidden className="grid gap-4 sm:grid-cols-2">
    <FormField name="from" label="Desde" type="date" />
    <FormField name="to" label="Hasta" type="date" />
    <div className="sm:col-span-2">
      <label htmlFor="times" className="mb-1.5 block font-semibold text-sm">
        A qué hora puedes
      </label>
      <select id="times" name="times" className={CONTROL_CLASS}>
        <option value="any">A cualquier hora</option>
        <option value="morning">En la mañana (antes de las 12:00)</option>
        <option value="afternoon">En la tarde (desde las 12:00)</option>
      </select>
    </div>
  </div>
);

const PrivacyNotice = ({ name }: { name: string }) => (
  <div className="rounded-control bg-paper px-4 py-3">
    <p id="privacy-notice" className="text-sm leading-relaxed">
      {name} es responsable de tus datos personales y los usa para darte la hora y atenderte. Ficha Austral los guarda
      por su encargo. Puedes pedirle acceder a ellos, corregirlos o eliminarlos.{' '}
      <a href={PATHS.privacy} target="_blank" rel="noopener" className={TEXT_LINK_CLASS}>
        Política de Privacidad
      </a>
    </p>
    <Checkbox
      name="acceptsPrivacy"
      aria-required="true"
      aria-describedby="privacy-notice acceptsPrivacy-error"
      label={`Acepto que ${name} trate estos datos`}
    />
    <FieldError name="acceptsPrivacy" />
  </div>
);
