import { addDays } from '#contract/days';
import { importAppointments } from '#contract/imports/appointment-import';
import { importPatients } from '#contract/imports/patient-import';
import { patientInput } from './inputs.ts';
import type { Person } from './test-app.ts';

export const PATIENT_HEADINGS = ['Nombre', 'RUT', 'Fecha de nacimiento', 'Teléfono'];

/** As Excel saves it where the decimal sign is a comma. */
export const csvOf = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join(''));

const quoted = (cell: string): string => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A CSV with so many new patients. */
export const patientsCsv = (count = 1): Buffer => csvOf([PATIENT_HEADINGS, ...newRows(count)]);

export const newRows = (count: number): string[][] =>
  Array.from({ length: count }, () => {
    const { name, rut } = patientInput();
    return [name, rut, '10/05/1980', '+56 9 1234 5678'];
  });

/** The id of an import of new patients. */
export async function patientImportOf({ send }: Pick<Person, 'send'>, count = 1): Promise<string> {
  const { body } = await send(importPatients, { body: { file: patientsCsv(count) } });
  return 'importId' in body ? body.importId : '';
}

/** A calendar with these events, each as its lines. */
export const icsOf = (...events: readonly string[][]): Buffer => {
  const lines = events.flatMap((event, at) => ['BEGIN:VEVENT', `UID:${at}`, ...event, 'END:VEVENT']);
  return Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
};

let day = 0;
/** A calendar with an appointment of a new patient, on another day each time. */
export async function calendarOf({ hasPatient }: Pick<Person, 'hasPatient'>): Promise<Buffer> {
  const { rut } = await hasPatient();
  day += 1;
  const date = addDays(new Date().toISOString().slice(0, 10), 7 + (day % 300)).replaceAll('-', '');
  return icsOf([`SUMMARY:Control ${rut}`, `DTSTART:${date}T090000`, `DTEND:${date}T093000`]);
}

/** The id of an import of an appointment. */
export async function appointmentImportOf(person: Pick<Person, 'send' | 'hasPatient'>): Promise<string> {
  const { body } = await person.send(importAppointments, { body: { file: await calendarOf(person) } });
  return 'importId' in body ? body.importId : '';
}
