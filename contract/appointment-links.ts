import { z } from 'zod';
import { Status } from './agenda.ts';
import { addDays } from './days.ts';
import { endpoint, type RateLimit } from './endpoint.ts';
import { ServiceFields } from './services.ts';
import { SLOTS } from './slots.ts';
import { optionalText } from './text.ts';
import { Day, Instant } from './wire.ts';

/** Any text: a malformed token is answered like an unknown one. */
const Token = z.object({ token: z.string() });
/** A patient opens a page and presses some buttons. A token cannot be guessed. */
const LIMITS: readonly RateLimit[] = [
  { by: 'address', max: 120, seconds: 60 },
  { by: 'token', max: 60, seconds: 60 },
];
const DATE = 'Selecciona una fecha';

/** What the link of an appointment shows to whoever has it. */
export const LinkedAppointment = z.object({
  professional: z.string(),
  /** The first word of the name and one initial. */
  patient: z.string(),
  date: z.iso.date(),
  time: z.string(),
  duration: z.int(),
  timeZone: z.string(),
  modality: ServiceFields.shape.modality,
  /** Absent for a remote visit, and when the professional wrote none. */
  place: z.string().optional(),
  phone: z.string().optional(),
  status: Status,
  canConfirm: z.boolean(),
  canCancel: z.boolean(),
  canMove: z.boolean(),
  /** An hour that is held until the person confirms it. */
  isBookingToConfirm: z.boolean(),
  /** An hour that became free, for somebody on the waiting list, until they take it. They may have left it to others. */
  isOffer: z.boolean(),
  /** Whether a booking waits for the answer of the professional. */
  waitsForApproval: z.boolean(),
  /** When a booking ends that nobody answers. */
  expiresAt: Instant.optional(),
  /** Whether a mail tells the person what becomes of a booking. */
  tellsByMail: z.boolean(),
  /** The slug of the page where another hour is booked. Absent while the professional takes no bookings. */
  bookingSlug: z.string().optional(),
  /** Whether the patient still receives reminders. */
  reminders: z.boolean(),
  /** Whether the visit is over, or has begun. */
  isOver: z.boolean(),
  /** The deposit that was asked for when the hour was booked. */
  deposit: z
    .object({
      amount: z.int(),
      /**
       * 'open' waits for the payment, 'unplaced' was paid when its hour was gone, 'refunding' is being returned, 'ended'
       * was not paid in time.
       */
      status: z.enum(['open', 'paid', 'unplaced', 'refunding', 'refunded', 'ended']),
      /** Only while it can be paid in time. */
      paymentUrl: z.string().optional(),
      /** Whether a cancellation now would return the paid deposit. */
      isReturnedOnCancel: z.boolean(),
      /** Until when. Absent while a booking waits for an answer: until then it is always returned. */
      returnedUntil: Instant.optional(),
    })
    .optional(),
});
export type LinkedAppointment = z.output<typeof LinkedAppointment>;

/** What somebody on a waiting list waits for. */
export const LinkedWaiting = z.object({
  professional: z.string(),
  /** Absent when the service was deleted. */
  serviceName: z.string().optional(),
  from: z.iso.date(),
  to: z.iso.date(),
  times: z.enum(['any', 'morning', 'afternoon']),
  /** Present until the person has confirmed the entry. */
  isToConfirm: z.literal(true).optional(),
});
export type LinkedWaiting = z.output<typeof LinkedWaiting>;

/** Free hours of one day. */
export const FreeHours = z.object({ date: z.iso.date(), times: z.array(z.string()) });
export type FreeHours = z.output<typeof FreeHours>;

/** The hour that the patient saw when answering. Without both, the answer is for the present hour. */
const SeenHour = z.object({ date: Day(DATE).optional(), time: z.enum(SLOTS, 'Selecciona una hora').optional() });
export type SeenHour = z.output<typeof SeenHour>;

export const getLinkedAppointment = endpoint({
  method: 'GET',
  path: '/api/appointment-links/{token}',
  access: 'public',
  summary: 'La cita de un enlace que el paciente recibió',
  params: Token,
  reply: LinkedAppointment,
  isLink: true,
  limits: LIMITS,
});

export const getLinkedWaiting = endpoint({
  method: 'GET',
  path: '/api/appointment-links/{token}/waiting',
  access: 'public',
  summary: 'Lo que espera quien recibió un enlace de la lista de espera; unsubscribe lo saca de ella',
  params: Token,
  reply: LinkedWaiting,
  isLink: true,
  limits: LIMITS,
});

export const confirmLinkedWaiting = endpoint({
  method: 'POST',
  path: '/api/appointment-links/{token}/waiting',
  access: 'public',
  summary: 'La persona confirma que quiere estar en la lista de espera; repetido, responde lo mismo',
  params: Token,
  reply: LinkedWaiting,
  isLink: true,
  limits: LIMITS,
});

export const confirmLinkedAppointment = endpoint({
  method: 'POST',
  path: '/api/appointment-links/{token}/confirm',
  access: 'public',
  summary: 'El paciente confirma que asistirá; repetido, responde lo mismo',
  params: Token,
  body: SeenHour.optional(),
  reply: LinkedAppointment,
  isLink: true,
  limits: LIMITS,
});

export const cancelLinkedAppointment = endpoint({
  method: 'POST',
  path: '/api/appointment-links/{token}/cancel',
  access: 'public',
  summary: 'El paciente cancela su cita',
  params: Token,
  body: SeenHour.extend({ reason: optionalText(200) }).optional(),
  reply: LinkedAppointment,
  isLink: true,
  limits: LIMITS,
});

/** Maximum number of days of a search for free hours, its first and last day included. */
export const MAX_SEARCHED_DAYS = 31;

export const searchedPeriod = z.check<{ from: string; to: string }>((payload) => {
  // Runs also after a refused field: what follows computes with days.
  if (payload.issues.length > 0) return;
  const { from, to } = payload.value;
  const refuse = (message: string) =>
    payload.issues.push({ code: 'custom', input: to, message, path: ['to'], continue: true });
  if (to < from) refuse('El período termina antes de empezar');
  else if (to >= addDays(from, MAX_SEARCHED_DAYS)) {
    refuse(`El período puede tener a lo más ${MAX_SEARCHED_DAYS} días`);
  }
});

export const listLinkedSlots = endpoint({
  method: 'GET',
  path: '/api/appointment-links/{token}/slots',
  access: 'public',
  summary: `Las horas libres a las que el paciente puede cambiar su cita, en a lo más ${MAX_SEARCHED_DAYS} días`,
  params: Token,
  query: z.object({ from: Day(DATE), to: Day(DATE) }).check(searchedPeriod),
  reply: z.array(FreeHours),
  isLink: true,
  limits: LIMITS,
});

export const moveLinkedAppointment = endpoint({
  method: 'POST',
  path: '/api/appointment-links/{token}/move',
  access: 'public',
  summary: 'El paciente cambia su cita a otra hora libre',
  params: Token,
  body: z.object({ date: Day(DATE), time: z.enum(SLOTS, 'Selecciona una hora') }),
  reply: LinkedAppointment,
  isLink: true,
  limits: LIMITS,
});

export const linkedCalendar = endpoint({
  method: 'GET',
  path: '/api/appointment-links/{token}/calendar',
  access: 'public',
  summary: 'La cita en formato iCalendar (RFC 5545), para el calendario del paciente',
  params: Token,
  reply: z.string(),
  text: 'text/calendar; charset=utf-8',
  textName: 'cita.ics',
  isLink: true,
  limits: LIMITS,
});

export const unsubscribeByLink = endpoint({
  method: 'POST',
  path: '/api/appointment-links/{token}/unsubscribe',
  access: 'public',
  summary:
    'El paciente no recibe más recordatorios, o sale de la lista de espera; también como lo envían los programas de correo (RFC 8058)',
  params: Token,
  reply: z.undefined(),
  isLink: true,
  acceptsForm: true,
  limits: LIMITS,
});
