import type { LinkedAppointment } from '#contract/appointment-links';
import { internationalDigits } from '#contract/phone-numbers';
import { deadlineText, startInstant, type ZonedHour } from '#web/patient-pages/hour-texts.ts';

/** The address that dials a number. */
export const dialAddress = (phone: string): string => {
  const digits = internationalDigits(phone);
  return digits ? `tel:+${digits}` : `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
};

/** Whether the patient may still come. */
export const isAwaited = ({ status, isOver }: Pick<LinkedAppointment, 'status' | 'isOver'>): boolean =>
  !isOver && (status === 'scheduled' || status === 'confirmed' || status === 'arrived');

type Booked = Pick<LinkedAppointment, 'isBookingToConfirm' | 'waitsForApproval'>;

/** Whether somebody booked the hour online, and it is no appointment yet. */
export const isUndecided = ({ isBookingToConfirm, waitsForApproval }: Booked): boolean =>
  isBookingToConfirm || waitsForApproval;

/** Whether the visit was booked online. Its person has confirmed the booking, and is not asked about the attendance. */
export const isReserved = (visit: Pick<LinkedAppointment, 'status' | 'canConfirm' | 'isOver'> & Booked): boolean =>
  visit.status === 'scheduled' && !visit.canConfirm && !visit.isOver && !isUndecided(visit);

export function headingText({ professional, isBookingToConfirm, waitsForApproval }: LinkedAppointment): string {
  if (isBookingToConfirm) return `Confirma tu hora con ${professional}`;
  return waitsForApproval ? `Tu solicitud de hora con ${professional}` : `Tu hora con ${professional}`;
}

export const otherHourText = (professional: string): string => `Para pedir otra, comunícate con ${professional}.`;

type State = ZonedHour &
  Booked &
  Pick<LinkedAppointment, 'duration' | 'status' | 'isOver' | 'professional' | 'canConfirm' | 'expiresAt'>;

/** What became of the visit, in one sentence. */
export function stateText(visit: State, now = new Date()): string {
  const { status, isOver, professional, duration } = visit;
  if (status === 'cancelled') return `Esta hora está cancelada. ${otherHourText(professional)}`;
  if (status === 'attended' || status === 'no-show') return 'Esta hora ya pasó.';
  if (isOver) {
    const end = startInstant(visit).getTime() + duration * 60_000;
    return now.getTime() < end ? 'Esta hora ya comenzó.' : 'Esta hora ya pasó.';
  }
  if (visit.isBookingToConfirm)
    return `Confirma antes del ${deadline(visit, now)}: hasta entonces guardamos la hora para ti.`;
  if (visit.waitsForApproval) {
    const end = `Si no la responde antes del ${deadline(visit, now)}, termina y te avisamos por correo.`;
    return `Tu solicitud espera la respuesta de ${professional}. ${end}`;
  }
  if (isReserved(visit)) return 'Tu hora está reservada.';
  if (status === 'arrived') return 'Tu llegada ya está registrada.';
  if (status === 'confirmed') return 'Tu asistencia está confirmada.';
  return 'Falta que confirmes tu asistencia.';
}

const deadline = ({ expiresAt = '', timeZone }: State, now: Date): string =>
  deadlineText(new Date(expiresAt), timeZone, now);
