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

type Booked = Pick<LinkedAppointment, 'isBookingToConfirm' | 'isOffer' | 'waitsForApproval'>;

/** Whether somebody booked the hour online, and it is no appointment yet. */
export const isUndecided = ({ isBookingToConfirm, waitsForApproval }: Omit<Booked, 'isOffer'>): boolean =>
  isBookingToConfirm || waitsForApproval;

/** Whether the visit was booked online. Its person has confirmed the booking, and is not asked about the attendance. */
export const isReserved = (visit: Pick<LinkedAppointment, 'status' | 'canConfirm' | 'isOver'> & Booked): boolean =>
  visit.status === 'scheduled' && !visit.canConfirm && !visit.isOver && !isUndecided(visit);

export function headingText(visit: Booked & Pick<LinkedAppointment, 'professional'>): string {
  const { professional, isBookingToConfirm, isOffer, waitsForApproval } = visit;
  if (isOffer) return `Se liberó una hora con ${professional}`;
  if (isBookingToConfirm) return `Confirma tu hora con ${professional}`;
  return waitsForApproval ? `Tu solicitud de hora con ${professional}` : `Tu hora con ${professional}`;
}

const otherHourText = (professional: string): string => `Para pedir otra, comunícate con ${professional}.`;

type State = ZonedHour &
  Booked &
  Pick<LinkedAppointment, 'duration' | 'status' | 'isOver' | 'professional' | 'canConfirm' | 'expiresAt'>;

/** What became of the visit, in one sentence. */
export function stateText(visit: State, now = new Date()): string {
  const { status, isOver, professional, duration } = visit;
  if (status === 'cancelled' && visit.isOffer) return 'Dejaste esta hora para otra persona.';
  if (status === 'cancelled') return `Esta hora está cancelada. ${otherHourText(professional)}`;
  if (status === 'attended' || status === 'no-show') return 'Esta hora ya pasó.';
  if (isOver) {
    const end = startInstant(visit).getTime() + duration * 60_000;
    return now.getTime() < end ? 'Esta hora ya comenzó.' : 'Esta hora ya pasó.';
  }
  if (visit.isOffer)
    return `Es tuya si la tomas antes del ${deadline(visit, now)}. Después se la ofrecemos a otra persona.`;
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

/** How the page asks whether to give the hour back. */
interface CancelTexts {
  button: string;
  heading: string;
  text: string;
  yes: string;
  no: string;
  busy: string;
}

const CANCEL_VISIT: CancelTexts = {
  button: 'Cancelar la hora',
  heading: '¿Cancelar la hora?',
  text: 'La hora quedará disponible para otra persona.',
  yes: 'Sí, cancelar la hora',
  no: 'No, mantener la hora',
  busy: 'Cancelando…',
};

const LEAVE_OFFER: CancelTexts = {
  button: 'Dejarla para otra persona',
  heading: '¿Dejar esta hora para otra persona?',
  text: 'Se la ofreceremos a la siguiente persona. Tú sigues en la lista de espera.',
  yes: 'Sí, dejarla',
  no: 'No, volver',
  busy: 'Guardando…',
};

export function cancelTexts(visit: Booked): CancelTexts {
  if (visit.isOffer) return LEAVE_OFFER;
  return isUndecided(visit) ? { ...CANCEL_VISIT, button: 'Cancelar' } : CANCEL_VISIT;
}

/** What the page says of an hour that the person has just given back. */
export const cancelledText = ({
  professional,
  isOffer,
}: Pick<LinkedAppointment, 'professional' | 'isOffer'>): string =>
  isOffer
    ? 'Listo, dejaste la hora para otra persona. Sigues en la lista de espera.'
    : `Listo, cancelaste la hora. ${otherHourText(professional)}`;
