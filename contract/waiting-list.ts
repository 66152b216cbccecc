import { z } from 'zod';
import { BookingPerson, checkPerson, consentAndProof } from './booking.ts';
import { endpoint } from './endpoint.ts';
import { documentNumber } from './patients.ts';
import { Day, Id, Instant, SentId } from './wire.ts';

export const WAITING_TIMES = ['any', 'morning', 'afternoon'] as const;
/** An hour before noon is in the morning. */
const NOON = '12:00';
export const matchesTimes = (times: (typeof WAITING_TIMES)[number], time: string): boolean =>
  times === 'any' || (times === 'morning') === time < NOON;

const DATE = 'Selecciona una fecha';
/** Maximum number of days between the first and the last one. */
export const MAX_WAITING_DAYS = 180;

export const NewWaitingEntry = BookingPerson.extend({
  serviceId: SentId('Selecciona un servicio'),
  from: Day(DATE),
  to: Day(DATE),
  times: z.enum(WAITING_TIMES, 'Selecciona a qué hora puedes'),
  ...consentAndProof,
})
  .refine(({ from, to }) => from <= to, { error: 'Debe ser igual o posterior al primer día', path: ['to'] })
  .check(documentNumber)
  .check(checkPerson);
export type NewWaitingEntry = z.output<typeof NewWaitingEntry>;

export const WaitingEntry = z.object({
  _id: z.uuid(),
  serviceId: z.uuid(),
  serviceName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  times: z.enum(WAITING_TIMES),
  /** Present until the person has confirmed the entry by the link of a mail. Nothing is offered before. */
  isToConfirm: z.literal(true).optional(),
  /** Entries from one connection have equal numbers. Absent for the only entry of its connection. */
  connection: z.int().optional(),
  createdAt: Instant,
  /** When an hour was last offered. Absent before the first offer. */
  offeredAt: Instant.optional(),
});
export type WaitingEntry = z.output<typeof WaitingEntry>;

export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/api/booking/{slug}/waiting-list',
  access: 'public',
  summary: 'Pide un aviso cuando se libere una hora; la respuesta no dice si la persona es paciente',
  params: z.object({ slug: z.string() }),
  body: NewWaitingEntry,
  reply: z.object({ status: z.literal('waiting') }),
  status: 201,
  limits: [
    { by: 'address', max: 30, seconds: 3600 },
    { by: 'email', max: 10, seconds: 3600 },
    { by: 'slug', max: 300, seconds: 3600 },
  ],
  countsProvenRequests: true,
});

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/waiting-list',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Quiénes esperan una hora, en el orden en que se les ofrece',
  reply: z.array(WaitingEntry),
  recordsRead: 'waiting-list.opened',
});

export const removeWaiting = endpoint({
  method: 'DELETE',
  path: '/api/waiting-list/{id}',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Saca a una persona de la lista de espera',
  params: Id,
  reply: z.undefined(),
});

export const removeWaitingTogether = endpoint({
  method: 'POST',
  path: '/api/waiting-list/remove',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Saca a varias personas de la lista de espera; las que ya no están se pasan por alto',
  body: z.object({ ids: z.array(z.uuid()).min(1, 'Selecciona al menos una persona').max(1000) }),
  reply: z.object({ removed: z.int() }),
});
