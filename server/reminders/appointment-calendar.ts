import {
  CALENDAR_PROPERTIES,
  eventProperties,
  openCalendarWriter,
  type Property,
  textProperty,
} from '#server/platform/icalendar';
import { instantIn } from '#server/platform/wall-clock';

interface CalendarAppointment {
  id: string;
  date: string;
  time: string;
  /** In minutes. */
  duration: number;
  /** Grows with each change. */
  sequence: number;
  changedAt: Date;
  status: 'CONFIRMED' | 'CANCELLED';
}

interface AppointmentCalendar {
  method: 'PUBLISH' | 'CANCEL';
  events: readonly CalendarAppointment[];
  timeZone: string;
  professional: { name: string; email: string };
  /** Empty when the professional wrote none. */
  place: string;
  /** The patient's page. */
  url: string | undefined;
}

/** The appointments of a patient as iCalendar (RFC 5545), for the patient's own calendar. */
export async function appointmentCalendar(calendar: AppointmentCalendar): Promise<string> {
  const stringify = await openCalendarWriter();
  const properties = [...CALENDAR_PROPERTIES, textProperty('method', calendar.method)];
  const events = calendar.events.map((event) => ['vevent', patientEvent(event, calendar), []]);
  return stringify(['vcalendar', properties, events]);
}

function patientEvent(event: CalendarAppointment, calendar: AppointmentCalendar): Property[] {
  const { professional, place, url, timeZone } = calendar;
  const properties: Property[] = [
    ...eventProperties({ ...event, start: instantIn(timeZone, event) }),
    textProperty('summary', `Hora con ${professional.name}`),
    textProperty('status', event.status),
    ['organizer', { cn: plainName(professional.name) }, 'cal-address', `mailto:${professional.email}`],
  ];
  if (place) properties.push(textProperty('location', place));
  if (url) properties.push(['url', {}, 'uri', url]);
  return properties;
}

/** Calendars that do not read quoted parameters well would cut the name at these characters. */
const plainName = (name: string): string => name.replaceAll(/[":;^\s]+/g, ' ').trim();
