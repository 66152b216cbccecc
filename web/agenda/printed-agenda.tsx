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

interface Props {
  days: readonly string[];
  appointments: readonly Appointment[];
  /** The bookings that hold hours. */
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
  return () => controller.abort();
}

/** Whether the page is being printed. React renders a change of an external store before the browser goes on. */
const usePrinting = () => useSyncExternalStore(onPrint, () => isBetweenEvents || matchMedia('print').matches);

/** What is printed instead of the page: a table a day, each on a sheet of its own. */
export function PrintedAgenda({ days, appointments, requests }: Props) {
  if (!usePrinting()) return null;
  const rows = inOrder([...appointments.map(appointmentRow), ...requests.map(heldRow)]);
  return createPortal(
    <div className="printed-agenda">
      {days.map((day) => (
        <PrintedDay key={day} day={day} rows={rows.filter(({ date }) => date === day)} />
      ))}
    </div>,
    document.body,
  );
}

interface Row extends Pick<Appointment, 'date' | 'time' | 'duration' | 'overbooked' | 'serviceName' | 'note'> {
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

const heldRow = ({ _id, date, time, duration, serviceName, name, rut, documentType, status }: BookingRequest): Row => ({
  date,
  time,
  duration,
  serviceName,
  id: _id,
  name,
  document: shortDocumentText({ rut, documentType }),
  state: `Reserva en línea: ${heldText(status).toLowerCase()}`,
  overbooked: false,
  isHeld: true,
});

function PrintedDay({ day, rows }: { day: string; rows: readonly Row[] }) {
  const holiday = holidayOn(day);
  const professional = useProfessional();
  const hasServices = rows.some(({ serviceName }) => serviceName);
  return (
    <section>
      <h2>
        Agenda {professional && `de ${professional.name} `}del {longDay(day)}
        {holiday && ` (feriado: ${holiday})`}
      </h2>
      {rows.length === 0 ? (
        <p>Sin citas</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Hora</th>
              <th>Paciente</th>
              <th>RUT o documento</th>
              {hasServices && <th>Servicio</th>}
              <th>Estado</th>
              <th>Nota</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={row.isHeld ? 'held' : undefined}>
                <td>
                  {row.time} - {endTime(row)}
                </td>
                <td>{row.name}</td>
                <td>{row.document}</td>
                {hasServices && <td>{row.serviceName}</td>}
                <td>{row.state}</td>
                <td>{row.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
