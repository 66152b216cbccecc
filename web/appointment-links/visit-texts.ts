import type { LinkedAppointment } from '#contract/appointment-links';
import { internationalDigits } from '#contract/phone-numbers';
import { knownZone, zoneName } from '#contract/regions';

type Start = Pick<LinkedAppointment, 'date' | 'time' | 'timeZone'>;

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

/** '2026-11-24 15:30' */
const clockIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant);

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
