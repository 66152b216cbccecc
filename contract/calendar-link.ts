import { z } from 'zod';
import { endpoint, TaggedText } from './endpoint.ts';
import { Instant } from './wire.ts';

const LinkDetails = {
  /** Whether the calendar has the names of patients. Otherwise it has their initials. */
  names: z.boolean('Elige qué mostrar'),
  createdAt: Instant,
};

export const CalendarLink = z.object(LinkDetails);
export type CalendarLink = z.output<typeof CalendarLink>;

export const NewCalendarLink = z.object({ url: z.url(), ...LinkDetails });
export type NewCalendarLink = z.output<typeof NewCalendarLink>;

export const getCalendarLink = endpoint({
  method: 'GET',
  path: '/api/account/calendar-link',
  access: 'professional',
  summary: 'Si la agenda tiene una dirección para otras aplicaciones, y qué muestra; nunca la dirección misma',
  reply: z.object({ link: CalendarLink.nullable() }),
});

export const createCalendarLink = endpoint({
  method: 'POST',
  path: '/api/account/calendar-link',
  access: 'professional',
  summary: 'Crea la dirección secreta de la agenda para otras aplicaciones; la anterior deja de funcionar',
  body: z.object({ names: LinkDetails.names }),
  reply: NewCalendarLink,
  status: 201,
  // Whoever has the address reads the agenda without a session.
  needsFreshProof: true,
});

export const deleteCalendarLink = endpoint({
  method: 'DELETE',
  path: '/api/account/calendar-link',
  access: 'professional',
  summary: 'La dirección de la agenda deja de funcionar de inmediato',
  reply: z.undefined(),
  // An address that somebody else knows must be ended at once.
  allowsLowStorage: true,
});

/** 256 random bits in base64url. */
const Token = z.string().regex(/^[\w-]{43}$/);

export const calendarFeed = endpoint({
  method: 'GET',
  path: '/calendario/{token}.ics',
  access: 'public',
  summary:
    'La agenda en formato iCalendar (RFC 5545), para quien tiene su dirección secreta: 90 días hacia atrás y un año hacia adelante, sin citas canceladas ni notas',
  params: z.object({ token: Token }),
  reply: TaggedText,
  text: 'text/calendar; charset=utf-8',
  // A program may keep what it has read, and asks with its tag whether it still holds.
  cacheControl: 'private, no-cache',
  limits: [
    // Google and Outlook ask for the calendars of all their users from a few addresses. A token cannot be guessed.
    { by: 'address', max: 600, seconds: 60 },
    // A large calendar takes some tenths of a second. Programs ask for it once an hour.
    { by: 'token', max: 30, seconds: 60 },
  ],
});
