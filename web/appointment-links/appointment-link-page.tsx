import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { ActionPanels } from '#web/appointment-links/action-panels.tsx';
import { WaitingView } from '#web/appointment-links/waiting-view.tsx';
import { EndedView, FailedView, LoadingView } from '#web/patient-pages/page-views.tsx';
import { PATIENT_CARD_CLASS, PatientPage } from '#web/patient-pages/patient-page.tsx';
import { ProblemBox } from '#web/patient-pages/problem-box.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { TALL_TEXT_LINK_CLASS, TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/**
 * The page where a patient answers, in plain HTML: `appointment-link.ts` fills in its parts. The patient's telephone may
 * be old and the connection slow, so the page is served without React.
 */
export function AppointmentLinkPage() {
  const { token = '' } = useParams();
  // The built page has a script of its own. This one is for the development server, where React shows every page.
  const isStarted = useRef(false);
  useEffect(() => {
    if (!import.meta.env.DEV || isStarted.current) return;
    isStarted.current = true;
    void import('#web/appointment-links/appointment-link.ts').then(({ startAppointmentLink }) =>
      startAppointmentLink(token),
    );
  }, [token]);
  return (
    <PatientPage>
      <LoadingView
        text="Buscando tu hora…"
        lateAdvice="Si no ves tu hora, recarga la página o comunícate con quien te envió el enlace."
        noScriptAdvice="Para confirmar, cancelar o cambiar tu hora, comunícate con quien te atiende."
      />
      <FailedView title="No pudimos mostrar tu hora" busyText="Buscando tu hora…" />
      <EndedView>
        Los enlaces terminan un día después de la cita, o antes si la cita se eliminó, si la reserva no se confirmó o la
        hora ofrecida no se tomó a tiempo, o si saliste de la lista de espera. Si necesitas confirmar, cancelar o
        cambiar una hora, pide un enlace nuevo a quien te lo envió.
      </EndedView>
      <TestView />
      <VisitView />
      <WaitingView />
    </PatientPage>
  );
}

const TestView = () => (
  <div data-view="test" hidden className={PATIENT_CARD_CLASS}>
    <h1 className="text-heading">Este es un enlace de prueba</h1>
    <div className="mt-3 space-y-3 text-muted leading-relaxed">
      <p>Lo recibiste con el mensaje de prueba de tus recordatorios. No corresponde a ninguna cita.</p>
      <p>Con el enlace de una cita, tu paciente ve aquí:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>tu nombre, el día y la hora de la cita, y el lugar y el teléfono que hayas configurado;</li>
        <li>de sus propios datos, solo el nombre y una inicial;</li>
        <li>botones para confirmar su asistencia y para cancelar la hora, hasta el plazo que elegiste;</li>
        <li>las horas libres para cambiarla, si lo permites;</li>
        <li>cómo agregar la cita a su calendario y cómo dejar de recibir recordatorios.</li>
      </ul>
    </div>
  </div>
);

function VisitView() {
  return (
    <div data-view="visit" hidden className={PATIENT_CARD_CLASS}>
      <h1 data-part="professional" tabIndex={-1} className="outline-none text-subheading sm:text-heading">
        Tu hora
      </h1>
      <dl className="mt-4 grid gap-4">
        <VisitFact name="Cuándo">
          <span
            data-part="when"
            tabIndex={-1}
            className="outline-none text-lg first-letter:uppercase inline-block text-balance"
          />
        </VisitFact>
        <VisitFact name="Para">
          <span data-part="patient" />
        </VisitFact>
        <VisitFact name="Abono" row="deposit-row">
          <span data-part="deposit" className="tabular-nums" />
        </VisitFact>
        <VisitFact name="Dónde" row="place-row">
          <span data-part="place" />
        </VisitFact>
        <VisitFact name="Teléfono" row="phone-row">
          <a data-phone="" href="tel:" className={`${TALL_TEXT_LINK_CLASS} -my-2.5`}>
            {' '}
          </a>
        </VisitFact>
      </dl>
      {/* Always there, so that a screen reader announces what changes in it. */}
      <div role="status" className="mt-5">
        <p
          data-part="state"
          tabIndex={-1}
          className="rounded-control bg-austral-50 px-4 py-3 font-semibold leading-relaxed outline-none"
        />
      </div>
      <ProblemBox />
      <Actions />
      <ActionPanels />
    </div>
  );
}

function VisitFact({ name, row, children }: { name: string; row?: string; children: ReactNode }) {
  return (
    <div data-part={row} className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  );
}

function Actions() {
  return (
    <div data-panel="actions" className="mt-5 grid gap-3">
      <a data-part="pay" hidden href="/" className={buttonClass({ size: 'lg' })}>
        Pagar abono
      </a>
      <a data-part="book-again" hidden href="/" className={buttonClass({ size: 'lg' })}>
        Reservar otra hora
      </a>
      <button type="button" data-part="confirm" data-busy="Confirmando…" className={buttonClass({ size: 'lg' })}>
        Confirmar asistencia
      </button>
      <button
        type="button"
        data-part="move"
        data-busy="Buscando horas…"
        className={buttonClass({ look: 'secondary', size: 'lg' })}
      >
        Cambiar la hora
      </button>
      <button type="button" data-part="refund" hidden className={buttonClass({ look: 'secondary', size: 'lg' })}>
        Pedir la devolución
      </button>
      <button type="button" data-part="cancel" className={buttonClass({ look: 'secondary', size: 'lg' })}>
        Cancelar la hora
      </button>
      <p data-part="late" className="leading-relaxed">
        Para cancelar o cambiar la hora a esta altura,{' '}
        <span data-part="late-phone">
          llama al{' '}
          <a data-phone="" href="tel:" className={TEXT_LINK_CLASS}>
            {' '}
          </a>
        </span>
        <span data-part="late-no-phone">comunícate con quien te atiende</span>.
      </p>
      <a data-part="calendar" href="/" className={buttonClass({ look: 'ghost' })}>
        <CalendarPlus size={18} aria-hidden="true" />
        Agregar a mi calendario
      </a>
      <button type="button" data-part="unsubscribe" className={buttonClass({ look: 'ghost' })}>
        No recibir más recordatorios
      </button>
      <p data-part="unsubscribed" className="text-center text-muted text-sm">
        No recibes recordatorios de tus horas.
      </p>
    </div>
  );
}
