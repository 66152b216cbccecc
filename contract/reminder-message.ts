import { fillVariables } from './message-variables.ts';

export const MAX_MESSAGE_LENGTH = 1000;

/** The variables of a message, with the words in which the settings explain them. */
export const MESSAGE_VARIABLES = {
  paciente: 'Nombre de pila del paciente',
  fecha: 'Día de la cita, por ejemplo: martes 24 de noviembre',
  hora: 'Hora de la cita, por ejemplo: 15:30',
  profesional: 'Tu nombre',
  lugar: 'Lugar de atención',
  enlace: 'Dirección en que el paciente confirma o cancela su hora',
} as const;
export type MessageValues = Record<keyof typeof MESSAGE_VARIABLES, string>;

export const DEFAULT_MESSAGE =
  'Hola {paciente}: te recordamos tu hora con {profesional} el {fecha} a las {hora}. Confirma o cancela tu hora aquí: {enlace}';

/** The text of a mail about a new appointment, when the professional wrote none. */
export const DEFAULT_BOOKING_MESSAGE =
  'Hola {paciente}: tu hora con {profesional} quedó agendada para el {fecha} a las {hora}. Confirma o cancela tu hora aquí: {enlace}';
/** The same about a series, whose first hour it names. */
export const DEFAULT_SERIES_MESSAGE =
  'Hola {paciente}: tus horas con {profesional} quedaron agendadas. La primera es el {fecha} a las {hora}. Confirma o cancela la primera aquí: {enlace}';

/** The message with its values. A message without the link gets it in a line of its own. */
export function fillMessage(message: string, values: MessageValues): string {
  const template = message || DEFAULT_MESSAGE;
  return fillVariables(template.includes('{enlace}') ? template : `${template}\n\n{enlace}`, values);
}

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** 'martes 24 de noviembre' */
export function dayInWords(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  return `${WEEKDAYS[noon.getUTCDay()]} ${noon.getUTCDate()} de ${MONTHS[noon.getUTCMonth()]}`;
}

/** '24 de noviembre de 2026' */
export function dateInWords(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  return `${noon.getUTCDate()} de ${MONTHS[noon.getUTCMonth()]} de ${noon.getUTCFullYear()}`;
}

/** 'martes 24 de noviembre a las 15:30' */
export const hourInWords = ({ date, time }: { date: string; time: string }): string =>
  `${dayInWords(date)} a las ${time}`;

const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** The name by which a message addresses the patient: the first word of the name in use. */
export const addressedName = ({ name, socialName }: { name: string; socialName?: string | undefined }): string =>
  firstWord(socialName ?? name);

/** What a link shows of the patient: the first word of the name and one initial, 'Rosa D.' */
export function shownName(patient: { name: string; socialName?: string | undefined }): string {
  const [first = '', second] = (patient.socialName ?? patient.name).trim().split(/\s+/);
  return second === undefined ? first : `${first} ${[...second][0]?.toUpperCase()}.`;
}
