import { z } from 'zod';
import { Appointment } from './agenda.ts';
import { endpoint } from './endpoint.ts';
import { MAIL_STATUSES } from './mail.ts';
import { DocumentTypeName } from './patient-identity.ts';
import { optionalText } from './text.ts';
import { Id, Instant } from './wire.ts';

/** A booking that is not an appointment yet. Most hold their hour until they expire. */
export const BookingRequest = z.object({
  _id: z.uuid(),
  /** 'unverified' waits for the person, 'unpaid' for the deposit, 'requested' for the professional. */
  status: z.enum(['unverified', 'unpaid', 'requested']),
  serviceId: z.uuid(),
  serviceName: z.string(),
  date: z.iso.date(),
  time: z.string(),
  duration: z.int(),
  /** Present for a request that was taken without its hour: it is accepted while the hour is free. */
  holdsHour: z.literal(false).optional(),
  name: z.string(),
  rut: z.string(),
  /** Absent for a RUT. */
  documentType: DocumentTypeName.optional(),
  birthDate: z.iso.date(),
  phone: z.string(),
  email: z.string(),
  /** Only for a service that asked for a deposit. */
  deposit: z.object({ amount: z.int(), isPaid: z.boolean() }).optional(),
  /** A number that all requests from one connection share. Absent when no other request came from it. */
  connection: z.int().optional(),
  createdAt: Instant,
  expiresAt: Instant.optional(),
  /** What became of the last mail to the person. Absent where no mail is sent. */
  mailStatus: z.enum(MAIL_STATUSES).optional(),
  /** The patient with the same document. Null: somebody new. */
  patientId: z.uuid().nullable(),
  /** What the file of that patient says. The page shows where it differs. */
  patient: z
    .object({ name: z.string(), birthDate: z.iso.date(), phone: z.string().optional(), email: z.string().optional() })
    .optional(),
});
export type BookingRequest = z.output<typeof BookingRequest>;

export const listBookingRequests = endpoint({
  method: 'GET',
  path: '/api/booking-requests',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Las reservas en línea que esperan al paciente o al profesional, por fecha',
  reply: z.array(BookingRequest),
  recordsRead: 'booking.listed',
});

export const countBookingRequests = endpoint({
  method: 'GET',
  path: '/api/booking-requests/count',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Cuántas reservas en línea esperan la respuesta del profesional',
  reply: z.object({ total: z.int(), latest: Instant.optional() }),
});

export const acceptBookingRequest = endpoint({
  method: 'POST',
  path: '/api/booking-requests/{id}/accept',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Acepta una reserva: crea la cita y, si nadie tiene ese documento, el paciente',
  params: Id,
  reply: Appointment,
  status: 201,
});

export const rejectBookingRequest = endpoint({
  method: 'POST',
  path: '/api/booking-requests/{id}/reject',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Rechaza una reserva y libera la hora; el mensaje llega a la persona por correo',
  params: Id,
  body: z.object({ message: optionalText(500) }).optional(),
  reply: z.undefined(),
});

export const rejectConnection = endpoint({
  method: 'POST',
  path: '/api/booking-requests/{id}/reject-connection',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Rechaza una reserva y todas las que llegaron desde su conexión, sin las que tienen el abono pagado',
  params: Id,
  reply: z.object({ rejected: z.int() }),
});
