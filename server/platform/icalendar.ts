/** A property of jCal (RFC 7265): name, parameters, type and value. */
export type Property = [string, Record<string, string>, string, string | number];

export const textProperty = (name: string, value: string): Property => [name, {}, 'text', value];
/**
 * A property that ical.js does not know. With the type 'text' it would get VALUE=TEXT, which older calendars do not
 * expect.
 */
export const plainProperty = (name: string, value: string): Property => [name, {}, 'unknown', value];
export const instantProperty = (name: string, value: Date): Property => [
  name,
  {},
  'date-time',
  value.toISOString().replace(/\.\d+/, ''),
];

interface EventTimes {
  id: string;
  /** Grows with each change. */
  sequence: number;
  changedAt: Date;
  start: Date;
  /** In minutes. */
  duration: number;
}

const MINUTE_MS = 60_000;

/**
 * What calendars need to recognise an appointment and its changes. Times are in UTC. A calendar shows them right also
 * where it does not know the zones of Aysén and Magallanes, or has an old rule for the change of the clocks.
 */
export const eventProperties = ({ id, sequence, changedAt, start, duration }: EventTimes): Property[] => [
  textProperty('uid', id),
  instantProperty('dtstamp', changedAt),
  instantProperty('last-modified', changedAt),
  ['sequence', {}, 'integer', sequence],
  instantProperty('dtstart', start),
  instantProperty('dtend', new Date(start.getTime() + duration * MINUTE_MS)),
  textProperty('class', 'PRIVATE'),
  textProperty('transp', 'OPAQUE'),
];

/** What every calendar of the product begins with. */
export const CALENDAR_PROPERTIES: readonly Property[] = [
  textProperty('version', '2.0'),
  textProperty('prodid', '-//Ficha Austral//Agenda//ES'),
  textProperty('calscale', 'GREGORIAN'),
];

// ical.js counts the octets of a folded line without the space at its beginning.
const FOLD_LENGTH = 74;

/** Writes components of jCal as RFC 5545 has them. */
export async function openCalendarWriter() {
  const { default: ICAL } = await import('ical.js');
  ICAL.foldLength = FOLD_LENGTH;
  return ICAL.stringify;
}
