import type { ReactNode } from 'react';
import { DayModel } from '#web/patient-pages/day-model.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

/** What the page asks before it acts. One panel takes the place of the buttons of the visit. */
export const ActionPanels = () => (
  <>
    <CancelPanel />
    <HoursPanel />
    <Question
      panel="chosen"
      heading="¿Cambiar tu hora?"
      yes={{ part: 'move-visit', text: 'Cambiar a esta hora', busy: 'Cambiando…' }}
      no={{ part: 'other-hour', text: 'Elegir otra hora' }}
    />
    <Question
      panel="refund"
      heading="¿Pedir la devolución del abono?"
      yes={{ part: 'refund-deposit', text: 'Sí, pedir la devolución', busy: 'Pidiendo la devolución…' }}
      no={{ part: 'keep-deposit', text: 'No, volver' }}
    >
      <p>Mercado Pago te devolverá todo el abono, y ya no podrás elegir otra hora con él.</p>
    </Question>
    <Question
      panel="unsubscribe"
      heading="¿No recibir más recordatorios?"
      yes={{ part: 'stop-reminders', text: 'No recibir más', busy: 'Guardando…' }}
      no={{ part: 'keep-reminders', text: 'Seguir recibiéndolos' }}
    >
      <p>Dejarás de recibir los mensajes sobre tus horas con este profesional. La hora se mantiene.</p>
    </Question>
  </>
);

const CancelPanel = () => (
  <Question
    panel="cancel"
    heading="¿Cancelar la hora?"
    yes={{ part: 'cancel-visit', text: 'Sí, cancelar la hora', busy: 'Cancelando…', isDangerous: true }}
    no={{ part: 'keep', text: 'No, mantener la hora' }}
  >
    <p data-part="cancel-text">La hora quedará disponible para otra persona.</p>
    <label data-part="reason-field" className="mt-4 block font-semibold text-sm">
      Motivo (opcional)
      <textarea
        data-part="reason"
        maxLength={200}
        autoComplete="off"
        className={`${CONTROL_CLASS} mt-1.5 min-h-20 font-normal`}
      />
    </label>
  </Question>
);

function HoursPanel() {
  return (
    <section data-panel="hours" hidden aria-labelledby="hours-heading" className="mt-6">
      <h2 id="hours-heading" data-part="hours-heading" tabIndex={-1} className="text-subheading outline-none">
        Elige otra hora
      </h2>
      <p data-part="no-hours" role="status" className="mt-3" />
      <div data-part="days" className="mt-4 grid gap-3" />
      <DayModel />
      <div className="mt-5 grid gap-3">
        <button
          type="button"
          data-part="more-days"
          data-busy="Buscando más días…"
          className={buttonClass({ look: 'secondary', size: 'lg' })}
        >
          Ver más días
        </button>
        <button type="button" data-part="leave-hours" className={buttonClass({ look: 'ghost', size: 'lg' })}>
          Mantener mi hora
        </button>
      </div>
    </section>
  );
}

interface Choice {
  part: string;
  text: string;
  /** What the button says while its request runs. */
  busy?: string;
  isDangerous?: boolean;
}

interface Props {
  panel: string;
  heading: string;
  yes: Choice;
  no: Choice;
  children?: ReactNode;
}

function Question({ panel, heading, yes, no, children }: Props) {
  const id = `${panel}-heading`;
  return (
    <section data-panel={panel} hidden aria-labelledby={id} className="mt-6">
      <h2 id={id} data-part={id} tabIndex={-1} className="text-subheading outline-none">
        {heading}
      </h2>
      {children && <div className="mt-2 leading-relaxed">{children}</div>}
      <div className="mt-5 grid gap-3">
        <button
          type="button"
          data-part={yes.part}
          data-busy={yes.busy}
          className={buttonClass({ look: yes.isDangerous ? 'danger' : 'primary', size: 'lg' })}
        >
          {yes.text}
        </button>
        <button type="button" data-part={no.part} className={buttonClass({ look: 'secondary', size: 'lg' })}>
          {no.text}
        </button>
      </div>
    </section>
  );
}
