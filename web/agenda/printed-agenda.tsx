import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import { statusText } from '#web/agenda/appointment-status.ts';
import { holidayOn } from '#web/agenda/availability.ts';
import { longDay } from '#web/agenda/day-header.tsx';
import { inOrder } from '#web/agenda/week.ts';

interface Props {
  days: readonly string[];
  appointments: readonly Appointment[];
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
export function PrintedAgenda({ days, appointments }: Props) {
  if (!usePrinting()) return null;
  return createPortal(
    <div className="printed-agenda">
      {days.map((day) => (
        <PrintedDay key={day} day={day} appointments={inOrder(appointments.filter(({ date }) => date === day))} />
      ))}
    </div>,
    document.body,
  );
}

function PrintedDay({ day, appointments }: { day: string; appointments: readonly Appointment[] }) {
  const holiday = holidayOn(day);
  const hasServices = appointments.some(({ serviceName }) => serviceName);
  return (
    <section>
      <h2>
        Agenda del {longDay(day)}
        {holiday && ` (feriado: ${holiday})`}
      </h2>
      {appointments.length === 0 ? (
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
            {appointments.map((one) => (
              <tr key={one._id}>
                <td>
                  {one.time} - {endTime(one)}
                </td>
                <td>{nameWithSocial(patientOf(one))}</td>
                <td>{shortDocumentText(patientOf(one))}</td>
                {hasServices && <td>{one.serviceName}</td>}
                <td>
                  {statusText(one.status)}
                  {one.overbooked && ', sobrecupo'}
                </td>
                <td>{one.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
