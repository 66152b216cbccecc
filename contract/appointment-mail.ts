import { regionalZoneNote } from './regions.ts';
import { hourInWords } from './reminder-message.ts';

/** What the server writes in a mail to a patient, and the settings show as a preview. */

export const REMINDER_SUBJECT = 'Recordatorio de tu hora';

/** The text of the button that leads to the patient's page. */
export const ANSWER_ACTION = 'Confirmar o cancelar';

/** The invented appointment of tomorrow in the preview and in a test mail. */
export const EXAMPLE = { patient: 'Rosa', time: '10:00' } as const;

interface Hour {
  date: string;
  time: string;
}

/** The text above the button, which takes the place of a link at the end. */
export const textAboveButton = (text: string, link: string): string =>
  text.endsWith(link) ? text.slice(0, -link.length).trimEnd() : text;

interface FactValues {
  professional: string;
  hour: Hour;
  timeZone: string;
  /** Empty when the professional wrote none. */
  place: string;
  phone: string;
  /** The hour before a change. */
  previous?: Hour | undefined;
  /** Whether the hour is the first one of several. */
  isFirst?: boolean;
}

/** With whom, when and where, in this order. */
export function appointmentFacts({ professional, hour, timeZone, place, phone, previous, isFirst }: FactValues) {
  const facts: [name: string, value: string][] = [
    ['Con', professional],
    ['Antes', previous ? hourInWords(previous) : ''],
    [previous ? 'Ahora' : isFirst ? 'Primera' : 'Cuándo', `${hourInWords(hour)}${regionalZoneNote(timeZone)}`],
    ['Dónde', place],
    ['Teléfono', phone],
  ];
  return facts.filter(([, value]) => value);
}
