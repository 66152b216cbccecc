import type { LinkedAppointment } from '#contract/appointment-links';
import { internationalDigits } from '#contract/phone-numbers';
import { knownZone, zoneName } from '#contract/regions';
import { dayInWords } from '#contract/reminder-message';

type Start = Pick<LinkedAppointment, 'date' | 'time' | 'timeZone'>;

/** 'martes 24 de noviembre', and in another year than the present one 'martes 5 de enero de 2027' */
export function dayWithYear(date: string, now = new Date()): string {
  const year = date.slice(0, 4);
  return Number(year) === now.getFullYear() ? dayInWords(date) : `${dayInWords(date)} de ${year}`;
}

/** 'martes 24 de noviembre a las 15:30' */
export const hourWithYear = ({ date, time }: { date: string; time: string }, now = new Date()): string =>
  `${dayWithYear(date, now)} a las ${time}`;

/** 'martes 24 de noviembre a las 15:30 (hora de Magallanes)' */
export const zonedHour = (hour: Start): string => `${hourWithYear(hour)}${zoneNote(hour)}`;

function startOfVisit({ date, time, timeZone }: Start): Date {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const offset = Date.parse(`${clockIn(knownZone(timeZone), asUtc)}:00Z`) - asUtc.getTime();
  return new Date(asUtc.getTime() - offset);
}

/** ' (hora de Magallanes)' when the clocks of the reader show another hour at that moment. */
export function zoneNote(visit: Start, readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const { date, time, timeZone } = visit;
  return clockIn(readerZone, startOfVisit(visit)) === `${date} ${time}` ? '' : ` (${zoneName(timeZone)})`;
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

type State = Start & Pick<LinkedAppointment, 'duration' | 'status' | 'isOver' | 'professional'>;

/** What became of the visit, in one sentence. */
export function stateText(visit: State, now = new Date()): string {
  const { status, isOver, professional, duration } = visit;
  if (status === 'cancelled') return `Esta hora está cancelada. ${otherHourText(professional)}`;
  if (status === 'attended' || status === 'no-show') return 'Esta hora ya pasó.';
  if (isOver) {
    const end = startOfVisit(visit).getTime() + duration * 60_000;
    return now.getTime() < end ? 'Esta hora ya comenzó.' : 'Esta hora ya pasó.';
  }
  if (status === 'arrived') return 'Tu llegada ya está registrada.';
  if (status === 'confirmed') return 'Tu asistencia está confirmada.';
  return 'Falta que confirmes tu asistencia.';
}
