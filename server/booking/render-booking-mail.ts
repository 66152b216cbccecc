import { appointmentFacts } from '#contract/appointment-mail';
import { formatMoney } from '#contract/plans';
import { regionalZoneNote } from '#contract/regions';
import { addressedName, dayInWords, hourInWords } from '#contract/reminder-message';
import type { Deposit } from '#server/deposits/deposits.service';
import {
  type Block,
  button,
  facts,
  frameMail,
  linkLine,
  type Message,
  paragraph,
  rightsLine,
} from '#server/mail/mail-frame';
import { wallClockIn } from '#server/platform/wall-clock';
import type { BookingMailKind, NoticeParameters } from './booking-mails.service.ts';
import type { Booking } from './bookings.store.ts';
import type { Waiting } from './waiting-list.store.ts';

interface BookingMailValues {
  booking: Pick<Booking, 'date' | 'time' | 'person' | 'expiresAt'>;
  professional: string;
  timeZone: string;
  /** Empty when the professional wrote none. */
  place: string;
  phone: string;
  link: string | undefined;
  /** What the professional wrote to a rejected person. */
  message: string | undefined;
  deposit: Pick<Deposit, 'amount' | 'status'> | undefined;
  /** Where somebody on the waiting list leaves it. */
  leaveLink: string | undefined;
  /** The form of rights. */
  rightsLink?: string | undefined;
}

interface Texts {
  subject: string;
  /** After the greeting. */
  text: string;
  action?: string;
  /** What follows the button. */
  advice?: string;
}

/** A mail to the person who booked. It has no service, no specialty and no document number. */
export function bookingMail(kind: BookingMailKind, values: BookingMailValues): Message {
  const { booking, link, message, deposit } = values;
  const { subject, text, action, advice } = mailTexts(kind, values);
  const hour = { date: booking.date, time: booking.time };
  const blocks: Block[] = [paragraph(`${greeting(booking.person)} ${text}`)];
  if (!WITHOUT_HOUR.includes(kind))
    blocks.push(facts([...appointmentFacts({ ...values, hour }), ...paidDeposit(kind, deposit)]));
  if (message) blocks.push(paragraph(message));
  const isReturned = deposit?.status === 'refunding' || deposit?.status === 'refunded';
  if (deposit && isReturned && kind !== 'refunded') blocks.push(paragraph(returnInWords(deposit)));
  if (action && link) blocks.push(button(action, link));
  if (advice) blocks.push(paragraph(advice));
  return frameMail(subject, blocks, closing(values));
}

const WITHOUT_HOUR: readonly BookingMailKind[] = ['rejected', 'ended', 'unplaced', 'refunded'];

/** The mail with the hour is the receipt of its deposit. */
const paidDeposit = (kind: BookingMailKind, deposit: BookingMailValues['deposit']): [string, string][] =>
  kind === 'accepted' && deposit?.status === 'paid' ? [['Abono', `${formatMoney(deposit.amount)}, pagado`]] : [];

const returnInWords = ({ amount }: { amount: number }): string =>
  `Tu abono de ${formatMoney(amount)} se devuelve por Mercado Pago al mismo medio con que lo pagaste.`;

/** A stranger wrote the name: what mail programs could take for an address is left out. */
function greeting(person: { name: string }): string {
  const name = addressedName(person);
  return /^[\p{L}\p{M}'’-]{1,40}$/u.test(name) ? `Hola ${name}:` : 'Hola:';
}

function mailTexts(kind: BookingMailKind, { booking, professional, timeZone, deposit }: BookingMailValues): Texts {
  const amount = formatMoney(deposit?.amount ?? 0);
  const hour = hourInWords(booking);
  const deadline = deadlineInWords(booking, timeZone);
  switch (kind) {
    case 'verify':
      return {
        subject: 'Confirma tu hora',
        text: `para terminar tu reserva con ${professional}, confírmala antes del ${deadline}. Después la hora queda libre para otra persona.`,
        action: 'Confirmar mi hora',
        advice: 'Si no pediste esta hora, no tienes que hacer nada.',
      };
    case 'offer':
      return {
        subject: 'Se liberó una hora',
        text: `se liberó una hora con ${professional}. Es tuya si la tomas antes del ${deadline}; después se la ofrecemos a otra persona.`,
        action: 'Ver la hora',
        advice: 'Si no te acomoda, déjala para otra persona en la misma página. Sigues en la lista de espera.',
      };
    case 'accepted':
      return {
        subject: 'Tu hora está reservada',
        text: `tu hora con ${professional} quedó reservada para el ${hour}.`,
        action: 'Ver mi hora',
      };
    case 'rejected':
      return {
        subject: 'Tu solicitud de hora no fue aceptada',
        text: `${professional} no pudo aceptar tu solicitud para el ${hour}.`,
      };
    case 'ended':
      return {
        subject: 'Tu solicitud de hora venció',
        text: `tu solicitud para el ${hour} con ${professional} venció sin respuesta, y la hora quedó libre. Puedes reservar otra o responder este correo.`,
      };
    case 'paid':
      return {
        subject: 'Recibimos tu abono',
        text: `recibimos tu abono de ${amount}. ${professional} te responderá antes del ${deadline}. Si no puede atenderte, el abono se devuelve.`,
        action: 'Ver mi hora',
      };
    case 'unplaced':
      return {
        subject: 'Tu abono llegó cuando la hora ya no estaba libre',
        text: `recibimos tu abono de ${amount} para el ${hour} con ${professional}, pero la hora ya no estaba libre. Elige otra hora o pide la devolución antes del ${deadline}. Después, el abono se devuelve solo.`,
        action: 'Elegir otra hora o la devolución',
      };
    case 'refunded':
      return {
        subject: 'Se devolvió tu abono',
        text: `se devolvió tu abono de ${amount} para la hora con ${professional}. Según el medio de pago, el dinero puede tardar algunos días en aparecer.`,
      };
  }
}

/** An hour alone would be ambiguous near midnight. */
function deadlineInWords({ expiresAt }: Pick<Booking, 'expiresAt'>, timeZone: string): string {
  return expiresAt ? `${hourInWords(wallClockIn(timeZone, expiresAt))}${regionalZoneNote(timeZone)}` : '';
}

/** Asks whether the person of an address wants to be on a waiting list. It names no service. */
export function joinedMail({
  entry: { person, from, to, times },
  professional,
  link,
  rightsLink,
}: {
  entry: Pick<Waiting, 'person' | 'from' | 'to' | 'times'>;
  professional: string;
  link: string;
  rightsLink: string | undefined;
}): Message {
  const days = from === to ? `el ${dayInWords(from)}` : `entre el ${dayInWords(from)} y el ${dayInWords(to)}`;
  const when = times === 'any' ? days : `${days}, ${times === 'morning' ? 'en la mañana' : 'en la tarde'}`;
  const text = `confirma que quieres estar en la lista de espera de ${professional}. Si se libera una hora ${when}, te escribiremos para que puedas tomarla. Sin tu confirmación no te avisaremos.`;
  return frameMail(
    'Confirma que quieres estar en la lista de espera',
    [paragraph(`${greeting(person)} ${text}`), linkLine('Confirmar', link), linkLine(LEAVE, link)],
    [
      paragraph(
        `Recibes este correo porque alguien pidió un aviso de ${professional} con esta dirección. Si no fuiste tú, no hagas nada: tu dirección se borra en dos días. Si respondes este correo, tu respuesta le llega a ${professional}.`,
      ),
      ...rightsLine(rightsLink),
      paragraph('Enviado con Ficha Austral'),
    ],
  );
}

const LEAVE = 'Salir de la lista de espera';

const closing = ({ professional, leaveLink, rightsLink }: BookingMailValues): Block[] => [
  paragraph(
    `Recibes este correo porque alguien pidió ${leaveLink ? 'un aviso de' : 'una hora con'} ${professional} con esta dirección. Si lo respondes, tu respuesta le llega a ${professional}.`,
  ),
  ...(leaveLink ? [linkLine(LEAVE, leaveLink)] : []),
  ...rightsLine(rightsLink),
  paragraph('Enviado con Ficha Austral'),
];

const heldText = (booking: Pick<Booking, 'expiresAt' | 'holdsHour'>, timeZone: string): string =>
  booking.holdsHour
    ? `La hora está retenida hasta que respondas, a más tardar hasta el ${deadlineInWords(booking, timeZone)}.`
    : 'La hora no está guardada: otra persona puede tomarla antes de que respondas.';

/** A mail to the professional. It does not name the person. */
export function bookingNotice(
  kind: NoticeParameters['kind'],
  {
    booking,
    timeZone,
    link,
  }: { booking: Pick<Booking, 'date' | 'time' | 'expiresAt' | 'holdsHour'>; timeZone: string; link: string },
): Message {
  const hour = hourInWords(booking);
  const { subject, text, action } = {
    requested: {
      subject: 'Tienes una solicitud de hora',
      text: `Alguien pidió una hora en línea para el ${hour}. ${heldText(booking, timeZone)}`,
      action: 'Responder la solicitud',
    },
    ended: {
      subject: 'Una solicitud de hora venció',
      text: `La solicitud de hora para el ${hour} venció sin respuesta, y la hora quedó libre. Se lo avisamos a quien la pidió.`,
      action: 'Ver las reservas',
    },
    unplaced: {
      subject: 'Llegó un abono cuando la hora ya no estaba libre',
      text: `Alguien pagó el abono de una hora para el ${hour} cuando ya no estaba libre. Puede elegir otra hora o pedir la devolución; si no hace nada, el abono se devuelve solo después del ${deadlineInWords(booking, timeZone)}.`,
      action: 'Ver las reservas',
    },
  }[kind];
  return frameMail(
    subject,
    [paragraph(text), button(action, link)],
    [paragraph('Recibes este correo porque tus pacientes pueden reservar en línea en Ficha Austral.')],
  );
}
