import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import { statusText } from '#web/agenda/appointment-status.ts';
import { holidayOn } from '#web/agenda/availability.ts';
import { heldText } from '#web/agenda/held-card.tsx';
import { inOrder } from '#web/agenda/week.ts';
import { useProfessional } from '#web/platform/professional.ts';
import { longDay } from '#web/ui/day-words.ts';

export interface PrintedDay {
  id: string;
  day: string;
  /** Undefined for professionals who print their own agenda. */
  professional: string | undefined;
  /** Undefined when they could not be loaded. */
  appointments: readonly Appointment[] | undefined;
  requests: readonly BookingRequest[];
}

let isBetweenEvents = false;

function onPrint(listener: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const set = (printing: boolean) => () => {
    isBetweenEvents = printing;
    listener();
  };
  addEventListener('beforeprint', set(true), { signal });
  addEventListener('afterprint', set(false), { signal });
  // A print preview may send no event.
  matchMedia('print').addEventListener('change', listener, { signal });
  return () => {
    controller.abort();
    // A page that is left while it is printed gets no further event.
    isBetweenEvents = false;
  };
}

/** Whether the page is being printed. React renders a change of an external store before the browser goes on. */
const usePrinting = () => useSyncExternalStore(onPrint, () => isBetweenEvents || matchMedia('print').matches);

interface AgendaProps {
  days: readonly string[];
  appointments: readonly Appointment[];
  /** The bookings that hold hours. */
  requests: readonly BookingRequest[];
}

/** What is printed instead of the agenda: a table a day. */
export function PrintedAgenda({ days, appointments, requests }: AgendaProps) {
  const professional = useProfessional();
  return (
    <PrintedSheets
      sheets={days.map((day) => ({
        id: day,
        day,
        professional: professional?.name,
        appointments: appointments.filter(({ date }) => date === day),
        requests: requests.filter(({ date }) => date === day),
      }))}
    />
  );
}

/** Tables that are printed instead of the page, each on a sheet of its own. */
export function PrintedSheets({ sheets }: { sheets: readonly PrintedDay[] }) {
  if (!usePrinting()) return null;
  return createPortal(
    <div className="printed-agenda">
      {sheets.map((sheet) => (
        <PrintedSheet key={sheet.id} sheet={sheet} />
      ))}
    </div>,
    document.body,
  );
}

interface Row
  extends Pick<Appointment, 'date' | 'time' | 'duration' | 'overbooked' | 'serviceName' | 'note' | 'phone'> {
  id: string;
  name: string;
  document: string;
  state: string;
  isHeld: boolean;
}

const appointmentRow = (one: Appointment): Row => ({
  ...one,
  id: one._id,
  name: nameWithSocial(patientOf(one)),
  document: shortDocumentText(patientOf(one)),
  state: statusText(one.status) + (one.overbooked ? ', sobrecupo' : ''),
  isHeld: false,
});

const heldRow = ({ _id, name, rut, documentType, status, ...booking }: BookingRequest): Row => ({
  ...booking,
  id: _id,
  name,
  document: shortDocumentText({ rut, documentType }),
  state: `Reserva en línea: ${heldText(status).toLowerCase()}`,
  overbooked: false,
  isHeld: true,
});

function PrintedSheet({ sheet: { day, professional, appointments, requests } }: { sheet: PrintedDay }) {
  const holiday = holidayOn(day);
  const rows = appointments && inOrder([...appointments.map(appointmentRow), ...requests.map(heldRow)]);
  return (
    <section>
      <h2>
        Agenda {professional && `de ${professional} `}del {longDay(day)}
        {holiday && ` (feriado: ${holiday})`}
      </h2>
      {!rows && <p>No se pudieron cargar las citas de este día.</p>}
      {rows?.length === 0 && <p>Sin citas</p>}
      {rows && rows.length > 0 && <DayTable rows={rows} />}
    </section>
  );
}

function DayTable({ rows }: { rows: readonly Row[] }) {
  const hasServices = rows.some(({ serviceName }) => serviceName);
  return (
    <table>
      <thead>
        <tr>
          <th className="time">Hora</th>
          <th className="patient">Paciente</th>
          <th className="phone">Teléfono</th>
          {hasServices && <th className="service">Servicio</th>}
          <th className="state">Estado</th>
          <th>Nota</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.isHeld ? 'held' : undefined}>
            <td>
              {row.time} - {endTime(row)}
            </td>
            <td>
              <b>{row.name}</b> <span>{row.document}</span>
            </td>
            <td>{row.phone}</td>
            {hasServices && <td>{row.serviceName}</td>}
            <td>{row.state}</td>
            <td>{row.note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
