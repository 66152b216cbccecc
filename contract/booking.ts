import { z } from 'zod';
import { FreeHours, MAX_SEARCHED_DAYS, searchedPeriod } from './appointment-links.ts';
import { endpoint, type RateLimit } from './endpoint.ts';
import { DocumentTypeName } from './patient-identity.ts';
import { BirthDate, documentNumber } from './patients.ts';
import { internationalDigits } from './phone-numbers.ts';
import { Challenge, ProofOfWork } from './proof-of-work.ts';
import { isRutShaped } from './rut.ts';
import { WrittenRut } from './rut-field.ts';
import { Service } from './services.ts';
import { SLOTS } from './slots.ts';
import { requiredLine } from './text.ts';
import { Day, Instant, SentId } from './wire.ts';

/** Any text: a malformed slug is answered like an unknown one. */
const SlugPath = z.object({ slug: z.string() });
const DATE = 'Selecciona una fecha';
const SERVICE = 'Selecciona un servicio';

/** Somebody who looks for an hour turns many pages. */
const READ_LIMITS: readonly RateLimit[] = [
  { by: 'address', max: 240, seconds: 60 },
  { by: 'slug', max: 1200, seconds: 60 },
];
/** Several patients may share the network of a clinic. */
const BOOKING_LIMITS: readonly RateLimit[] = [
  { by: 'address', max: 30, seconds: 3600 },
  { by: 'email', max: 10, seconds: 3600 },
  { by: 'slug', max: 300, seconds: 3600 },
];

/** A service as patients see it. */
const BookedService = Service.pick({
  _id: true,
  name: true,
  duration: true,
  price: true,
  modality: true,
  description: true,
  deposit: true,
});

/** What the public page shows before an hour is chosen. */
export const BookingPage = z.object({
  professional: z.object({
    name: z.string(),
    profession: z.string(),
    specialty: z.string().optional(),
    city: z.string(),
    identity: z.enum(['declared', 'verified']),
  }),
  services: z.array(BookedService),
  message: z.string().optional(),
  timeZone: z.string(),
  approval: z.enum(['automatic', 'manual']),
  windowDays: z.int(),
  acceptsNewPatients: z.boolean(),
  /** Whether a booking is confirmed by the link of a mail. */
  confirmsByMail: z.boolean(),
  /** So many hours before a visit a patient may still cancel it. Until then a paid deposit is returned. */
  cancelNoticeHours: z.int(),
});
export type BookingPage = z.output<typeof BookingPage>;

/** Somebody who books. */
export const BookingPerson = z.object({
  name: requiredLine('El nombre es requerido', 120),
  rut: WrittenRut,
  documentType: DocumentTypeName.nullish().transform((type) => type ?? 'rut'),
  birthDate: BirthDate,
  phone: requiredLine('El teléfono es requerido', 40).refine(
    (phone) => internationalDigits(phone) !== undefined,
    'Escribe un teléfono válido, como 9 1234 5678',
  ),
  email: requiredLine('El correo es requerido', 254)
    .pipe(z.email('Escribe un correo válido'))
    .transform((email) => email.toLowerCase()),
});
export type BookingPerson = z.output<typeof BookingPerson>;

/** A text that is no RUT is refused. A wrong check digit is not: the file of a patient may have it too. */
export const checkPerson = z.check<{ rut: string; documentType: 'rut' | 'passport' | 'dni' }>((payload) => {
  // Runs also after a refused field.
  if (payload.issues.length > 0) return;
  const { rut, documentType } = payload.value;
  if (documentType !== 'rut' || isRutShaped(rut)) return;
  payload.issues.push({ code: 'custom', input: rut, message: 'El RUT no es válido', path: ['rut'] });
});

export const consentAndProof = {
  acceptsPrivacy: z.literal(true, 'Debes aceptar el aviso de privacidad'),
  altcha: ProofOfWork,
  /** A field that people do not see. Programs that fill in every field get an answer, and book nothing. */
  website: z.string().max(500).optional(),
};

export const NewBooking = BookingPerson.extend({
  serviceId: SentId(SERVICE),
  date: Day(DATE),
  time: z.enum(SLOTS, 'Selecciona una hora'),
  ...consentAndProof,
})
  .check(documentNumber)
  .check(checkPerson);
export type NewBooking = z.output<typeof NewBooking>;

export const getBookingPage = endpoint({
  method: 'GET',
  path: '/api/booking/{slug}',
  access: 'public',
  summary: 'La página de reservas de un profesional',
  params: SlugPath,
  reply: BookingPage,
  limits: READ_LIMITS,
});

export const listBookingSlots = endpoint({
  method: 'GET',
  path: '/api/booking/{slug}/slots',
  access: 'public',
  summary: `Las horas que se pueden reservar, en a lo más ${MAX_SEARCHED_DAYS} días`,
  params: SlugPath,
  query: z.object({ serviceId: SentId(SERVICE), from: Day(DATE), to: Day(DATE) }).check(searchedPeriod),
  reply: z.array(FreeHours),
  limits: READ_LIMITS,
});

export const getNextBookingHour = endpoint({
  method: 'GET',
  path: '/api/booking/{slug}/next',
  access: 'public',
  summary: 'La próxima hora libre de un servicio, también después del plazo en que ya se puede reservar',
  params: SlugPath,
  query: z.object({ serviceId: SentId(SERVICE) }),
  reply: z.object({
    next: z
      .object({
        date: z.iso.date(),
        time: z.string(),
        /** The day from which it can be booked. Absent when it can be booked now. */
        bookableFrom: z.iso.date().optional(),
      })
      .nullable(),
  }),
  limits: READ_LIMITS,
});

export const getBookingChallenge = endpoint({
  method: 'GET',
  path: '/api/booking/{slug}/challenge',
  access: 'public',
  summary: 'Un desafío de ALTCHA (SHA-256), que se resuelve una vez para cada reserva',
  params: SlugPath,
  reply: Challenge,
  limits: READ_LIMITS,
});

export const BookingReply = z.object({
  /**
   * 'unverified': the link of a mail confirms it. 'requested': the professional answers. 'unpaid': the payment of the
   * deposit confirms it.
   */
  status: z.enum(['unverified', 'requested', 'unpaid']),
  expiresAt: Instant.optional(),
  /** Present where the hour is not kept for the person: somebody else may take it before the professional answers. */
  holdsHour: z.literal(false).optional(),
  /** Where the deposit is paid. Only for an unpaid booking. */
  paymentUrl: z.string().optional(),
  bookingKey: z.string().optional(),
});
export type BookingReply = z.output<typeof BookingReply>;

export const createBooking = endpoint({
  method: 'POST',
  path: '/api/booking/{slug}',
  access: 'public',
  summary: 'Reserva una hora; la respuesta no dice si la persona es paciente',
  params: SlugPath,
  body: NewBooking,
  reply: BookingReply,
  status: 201,
  limits: BOOKING_LIMITS,
  countsProvenRequests: true,
});

export const resendBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/{bookingKey}/resend',
  access: 'public',
  summary: 'Envía otra vez el correo de una reserva sin confirmar, a lo más tres veces; email corrige la dirección',
  params: z.object({ bookingKey: z.string() }),
  body: z
    .object({
      email: z
        .email('Escribe un correo válido')
        .max(254)
        .transform((email) => email.toLowerCase())
        .optional(),
    })
    .optional(),
  reply: z.object({ expiresAt: Instant }),
  status: 202,
  isLink: true,
  limits: [
    { by: 'address', max: 30, seconds: 3600 },
    { by: 'email', max: 5, seconds: 3600 },
  ],
});
