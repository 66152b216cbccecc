import type { LinkedAppointment } from '#contract/appointment-links';
import { internationalDigits } from '#contract/phone-numbers';
import {
  cancelNote,
  depositState,
  isUnpaid,
  isUnplaced,
  returnOnEndText,
  returnText,
} from '#web/appointment-links/deposit-texts.ts';
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

type WithDeposit = Pick<LinkedAppointment, 'deposit' | 'status'>;

/** Whether somebody booked the hour online, and it is no appointment yet. */
export const isUndecided = (visit: Omit<Booked, 'isOffer'> & WithDeposit): boolean =>
  visit.isBookingToConfirm || visit.waitsForApproval || isUnpaid(visit) || isUnplaced(visit);

/** Whether the visit was booked online. Its person has confirmed the booking, and is not asked about the attendance. */
export const isReserved = (visit: Pick<LinkedAppointment, 'canConfirm' | 'isOver'> & Booked & WithDeposit): boolean =>
  visit.status === 'scheduled' && !visit.canConfirm && !visit.isOver && !isUndecided(visit);

export function headingText(visit: Booked & WithDeposit & Pick<LinkedAppointment, 'professional'>): string {
  const { professional, isBookingToConfirm, isOffer, waitsForApproval } = visit;
  if (isUnplaced(visit)) return `Elige otra hora con ${professional}`;
  if (isUnpaid(visit)) return `Paga el abono de tu hora con ${professional}`;
  if (isOffer) return `Se liberó una hora con ${professional}`;
  if (isBookingToConfirm) return `Confirma tu hora con ${professional}`;
  return waitsForApproval ? `Tu solicitud de hora con ${professional}` : `Tu hora con ${professional}`;
}

/** Whether the hour was given back, and another one can be booked online. */
export const canBookAgain = ({
  status,
  isOffer,
  bookingSlug,
}: Pick<LinkedAppointment, 'status' | 'isOffer' | 'bookingSlug'>): boolean =>
  status === 'cancelled' && !isOffer && bookingSlug !== undefined;

const otherHourText = ({
  professional,
  bookingSlug,
}: Pick<LinkedAppointment, 'professional' | 'bookingSlug'>): string =>
  bookingSlug ? 'Puedes reservar otra en línea.' : `Para pedir otra, comunícate con ${professional}.`;

type State = ZonedHour &
  Booked &
  WithDeposit &
  Pick<
    LinkedAppointment,
    'duration' | 'isOver' | 'professional' | 'canConfirm' | 'expiresAt' | 'tellsByMail' | 'bookingSlug'
  >;

/** What became of the visit, in one sentence. */
export function stateText(visit: State, now = new Date()): string {
  const { status, isOver, professional, duration } = visit;
  const ofDeposit = depositState(visit, visit.expiresAt ? deadline(visit, now) : '');
  if (ofDeposit) return ofDeposit;
  if (status === 'cancelled' && visit.isOffer) return 'Dejaste esta hora para otra persona.';
  if (status === 'cancelled') return `Esta hora está cancelada. ${otherHourText(visit)}`;
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
    return `Tu solicitud espera la respuesta de ${professional}. ${endOfRequestText(visit, now)}`;
  }
  if (isReserved(visit)) return 'Tu hora está reservada.';
  if (status === 'arrived') return 'Tu llegada ya está registrada.';
  if (status === 'confirmed') return 'Tu asistencia está confirmada.';
  return 'Falta que confirmes tu asistencia.';
}

/** What becomes of a request that nobody answers, and how its person hears of it. */
function endOfRequestText(visit: State, now: Date): string {
  const end = `Si no la responde antes del ${deadline(visit, now)}, termina`;
  const money = returnOnEndText(visit);
  if (visit.tellsByMail) return `${end}${money && `, ${money}`} y te avisamos por correo.`;
  return `${end}${money && ` y ${money}`}. Guarda este enlace: aquí verás la respuesta.`;
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

export function cancelTexts(visit: Booked & WithDeposit): CancelTexts {
  if (visit.isOffer) return LEAVE_OFFER;
  const texts = { ...CANCEL_VISIT, text: CANCEL_VISIT.text + cancelNote(visit) };
  return isUndecided(visit) ? { ...texts, button: 'Cancelar' } : texts;
}

/** How the page asks for another hour. Whoever paid too late has none to keep. */
export const moveTexts = (visit: WithDeposit) =>
  isUnplaced(visit)
    ? {
        button: 'Elegir otra hora',
        question: '¿Tomar la hora del',
        yes: 'Tomar esta hora',
        busy: 'Guardando…',
        no: 'Volver',
      }
    : {
        button: 'Cambiar la hora',
        question: '¿Cambiar tu hora al',
        yes: 'Cambiar a esta hora',
        busy: 'Cambiando…',
        no: 'Mantener mi hora',
      };

/** What the page says of an hour that the person has just given back. */
export const cancelledText = (
  visit: Pick<LinkedAppointment, 'professional' | 'isOffer' | 'deposit' | 'bookingSlug'>,
): string => {
  const { isOffer, deposit } = visit;
  if (isOffer) return 'Listo, dejaste la hora para otra persona. Sigues en la lista de espera.';
  const money = deposit ? returnText(deposit) : '';
  return ['Listo, cancelaste la hora.', money, otherHourText(visit)].filter(Boolean).join(' ');
};
