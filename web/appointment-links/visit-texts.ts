import type { LinkedAppointment } from '#contract/appointment-links';
import { internationalDigits } from '#contract/phone-numbers';
import { knownZone } from '#contract/regions';
import { dayInWords } from '#contract/reminder-message';

/** 'martes 24 de noviembre', and in another year than the present one 'martes 5 de enero de 2027' */
export function dayWithYear(date: string, now = new Date()): string {
  const year = date.slice(0, 4);
  return Number(year) === now.getFullYear() ? dayInWords(date) : `${dayInWords(date)} de ${year}`;
}

/** 'martes 24 de noviembre a las 15:30' */
export const hourInWords = ({ date, time }: { date: string; time: string }, now = new Date()): string =>
  `${dayWithYear(date, now)} a las ${time}`;

/** 'martes 24 de noviembre a las 15:30 (hora de Punta Arenas)' */
export const zonedHour = (hour: Pick<LinkedAppointment, 'date' | 'time' | 'timeZone'>): string =>
  `${hourInWords(hour)}${zoneNote(hour)}`;

/** ' (hora de Punta Arenas)' when the clocks of the reader show another hour at that moment. */
export function zoneNote(
  { date, time, timeZone }: Pick<LinkedAppointment, 'date' | 'time' | 'timeZone'>,
  readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const offset = Date.parse(`${clockIn(knownZone(timeZone), asUtc)}:00Z`) - asUtc.getTime();
  const start = new Date(asUtc.getTime() - offset);
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return clockIn(readerZone, start) === `${date} ${time}` ? '' : ` (hora de ${city})`;
}

/** '2026-11-24 15:30'. Safari before 14.1 has no `dateStyle`. */
const clockIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, ...CLOCK }).format(instant);

const CLOCK = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** The address that dials a number. */
export const dialAddress = (phone: string): string => {
  const digits = internationalDigits(phone);
  return digits ? `tel:+${digits}` : `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
};

/** Whether the patient may still come. */
export const isAwaited = ({ status, isOver }: Pick<LinkedAppointment, 'status' | 'isOver'>): boolean =>
  !isOver && (status === 'scheduled' || status === 'confirmed' || status === 'arrived');

export const otherHourText = (professional: string): string => `Para pedir otra, comunícate con ${professional}.`;

/** What became of the visit, in one sentence. */
export function stateText({ status, isOver, professional }: LinkedAppointment): string {
  if (status === 'cancelled') return `Esta hora está cancelada. ${otherHourText(professional)}`;
  if (status === 'attended' || status === 'no-show') return 'Esta cita ya pasó.';
  if (isOver) return 'Esta cita ya comenzó o ya pasó.';
  if (status === 'arrived') return 'Tu llegada ya está registrada.';
  if (status === 'confirmed') return 'Tu asistencia está confirmada.';
  return 'Falta que confirmes tu asistencia.';
}
