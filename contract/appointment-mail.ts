import { hourInWords } from './reminder-message.ts';

/** What the server writes in a mail to a patient, and the settings show as a preview. */

export const REMINDER_SUBJECT = 'Recordatorio de tu hora';

/** The text of the button that leads to the patient's page. */
export const ANSWER_ACTION = 'Confirmar o cancelar';

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
  const zone = ZONE_NAMES[timeZone];
  const when = zone === undefined ? hourInWords(hour) : `${hourInWords(hour)} (${zone})`;
  const facts: [name: string, value: string][] = [
    ['Con', professional],
    ['Antes', previous ? hourInWords(previous) : ''],
    [previous ? 'Ahora' : isFirst ? 'Primera' : 'Cuándo', when],
    ['Dónde', place],
    ['Teléfono', phone],
  ];
  return facts.filter(([, value]) => value);
}

/** Patients of these regions may live where the clocks show another hour. */
const ZONE_NAMES: Record<string, string> = {
  'America/Punta_Arenas': 'hora de Magallanes',
  'America/Coyhaique': 'hora de Aysén',
};
