import { ANSWER_ACTION, appointmentFacts, REMINDER_SUBJECT, textAboveButton } from '#contract/appointment-mail';
import {
  DEFAULT_BOOKING_MESSAGE,
  DEFAULT_MESSAGE,
  DEFAULT_SERIES_MESSAGE,
  dayInWords,
  fillMessage,
  hourInWords,
} from '#contract/reminder-message';
import type { ReminderKind } from '#contract/reminders';
import {
  anchor,
  type Block,
  bullets,
  button,
  facts,
  frameMail,
  linkLine,
  type Message,
  paragraph,
  rightsLine,
  withBreaks,
} from '#server/mail/mail-frame';
import { escapeHtml } from '#server/platform/http/escape-html';

interface Hour {
  date: string;
  time: string;
}

/** Everything that a mail to a patient says. It has no specialty, no reason for the visit and no document number. */
export interface AppointmentMailValues {
  /** How the patient is addressed. */
  patient: string;
  professional: string;
  timeZone: string;
  /** Empty when the professional wrote none. */
  place: string;
  phone: string;
  /** The professional's message. Empty: the text of the product. */
  message: string;
  /** More than one for a series, in order. */
  hours: readonly [Hour, ...Hour[]];
  /** The hour before a change. */
  previous: Hour | undefined;
  /** Whether the patient made the change. */
  isByPatient?: boolean;
  /** The patient's page. A deleted appointment has none. */
  link: string | undefined;
  /** Where another hour is booked online. Absent when the professional takes no bookings. */
  bookingLink?: string | undefined;
  /** The form of rights. */
  rightsLink?: string | undefined;
}

/** The first hours of a series. The others are counted. */
const MAX_LISTED = 10;

/** The mail of each kind, as plain text and as HTML. */
export function appointmentMail(kind: ReminderKind, values: AppointmentMailValues): Message {
  if (kind === 'change') return changeMail(values);
  if (kind === 'cancellation') return cancellationMail(values);
  return reminderMail(kind, values);
}

function reminderMail(kind: 'booking' | 'before' | 'manual', values: AppointmentMailValues): Message {
  const { hours, link } = values;
  if (link === undefined) throw new Error(`a mail of kind ${kind} without a link`);
  const isSeries = hours.length > 1;
  const booked = isSeries ? 'Tus horas están agendadas' : 'Tu hora está agendada';
  const subject = kind === 'booking' ? booked : REMINDER_SUBJECT;
  return frameMail(
    subject,
    [
      ...messageBlocks({ ...values, message: values.message || defaultMessage(kind, isSeries) }, link),
      factBlock(values),
      ...(isSeries ? seriesBlocks(hours) : []),
    ],
    closing(values),
  );
}

function defaultMessage(kind: 'booking' | 'before' | 'manual', isSeries: boolean): string {
  if (kind !== 'booking') return DEFAULT_MESSAGE;
  return isSeries ? DEFAULT_SERIES_MESSAGE : DEFAULT_BOOKING_MESSAGE;
}

/**
 * The professional's message with its link. In HTML a link at the end becomes the button; any other link is followed by
 * the button.
 */
function messageBlocks(values: AppointmentMailValues, link: string): Block[] {
  const { patient, professional, place, message, hours } = values;
  const [{ date, time }] = hours;
  const text = fillMessage(message, {
    paciente: patient,
    fecha: dayInWords(date),
    hora: time,
    profesional: professional,
    lugar: place,
    enlace: link,
  });
  const shown = textAboveButton(text, link);
  const paragraphs = shown.split(/\n{2,}/).map((lines) => `<p>${linked(lines, link)}</p>`);
  return [{ text, html: [...paragraphs, button(ANSWER_ACTION, link).html].join('') }];
}

const linked = (text: string, link: string): string =>
  withBreaks(text.split(link).map(escapeHtml).join(anchor(link, link)));

function seriesBlocks(hours: AppointmentMailValues['hours']): Block[] {
  return [
    paragraph(`Tus ${hours.length} horas:`),
    hourList(hours),
    paragraph('El enlace de este correo vale para la primera.'),
  ];
}

function hourList(hours: AppointmentMailValues['hours']): Block {
  const listed = hours.slice(0, MAX_LISTED).map(hourInWords);
  const others = hours.length - listed.length;
  return bullets(others > 0 ? [...listed, `y ${others} más`] : listed);
}

function changeMail(values: AppointmentMailValues): Message {
  const { patient, professional, hours, isByPatient = false, link } = values;
  const isSeries = hours.length > 1;
  const changed = isSeries ? `tus horas con ${professional} cambiaron` : `tu hora con ${professional} cambió`;
  const told = isByPatient ? `cambiaste tu hora con ${professional}` : changed;
  const advice = isByPatient
    ? 'Si no fuiste tú, o ya no te acomoda, avisa cuanto antes aquí:'
    : 'Si la nueva hora no te acomoda, avisa cuanto antes aquí:';
  return frameMail(
    isSeries ? 'Tus horas cambiaron' : 'Tu hora cambió',
    [
      paragraph(`Hola ${patient}: ${told}.`),
      ...(isSeries ? [factBlock({ ...values, previous: undefined }), ...seriesBlocks(hours)] : [factBlock(values)]),
      ...(link === undefined ? [] : [paragraph(advice), button(ANSWER_ACTION, link)]),
    ],
    closing(values),
  );
}

function cancellationMail(values: AppointmentMailValues): Message {
  const { patient, professional, phone, hours, bookingLink } = values;
  const isSeries = hours.length > 1;
  const call = phone ? `llama al ${phone} o responde este correo` : 'responde este correo';
  const another: Block[] = bookingLink
    ? [paragraph(`Para pedir otra hora, resérvala en línea, ${call}.`), button('Reservar otra hora', bookingLink)]
    : [paragraph(`Para pedir otra hora, ${call}.`)];
  return frameMail(
    isSeries ? 'Tus horas fueron canceladas' : 'Tu hora fue cancelada',
    [
      ...(isSeries
        ? [paragraph(`Hola ${patient}: estas horas con ${professional} fueron canceladas:`), hourList(hours)]
        : [paragraph(`Hola ${patient}: tu hora con ${professional} del ${hourInWords(hours[0])} fue cancelada.`)]),
      ...another,
    ],
    closing(values, 'tenías'),
  );
}

const factBlock = (values: AppointmentMailValues): Block =>
  facts(appointmentFacts({ ...values, hour: values.hours[0], isFirst: values.hours.length > 1 }));

function closing({ professional, link, rightsLink }: AppointmentMailValues, has = 'tienes'): Block[] {
  const why = `Recibes este correo porque ${has} una hora con ${professional}. Si lo respondes, tu respuesta le llega a ${professional}.`;
  const stop = 'No recibir más recordatorios';
  return [
    paragraph(why),
    link === undefined
      ? paragraph('Si no quieres recibir más recordatorios, dilo en tu respuesta.')
      : linkLine(stop, link),
    ...rightsLine(rightsLink),
    paragraph('Enviado con Ficha Austral'),
  ];
}
