import { z } from 'zod';
import { MAX_PERIOD_DAYS } from './appointments-query.ts';
import { ChargeStatusName, METHODS } from './charge-amounts.ts';
import { Charge } from './charges.ts';
import { addDays } from './days.ts';
import { endpoint, FileBytes } from './endpoint.ts';
import { ReminderChannel, ReminderStatus } from './reminder-states.ts';
import { optionalLine } from './text.ts';
import { Day, Instant, SentId, wholeNumber } from './wire.ts';

const DATE = 'La fecha debe tener la forma aaaa-mm-dd';
const Month = z
  .string('El mes debe tener la forma aaaa-mm')
  .regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, 'El mes debe tener la forma aaaa-mm');

export const ChargeTotals = z.object({
  charged: z.int(),
  paid: z.int(),
  pending: z.int(),
  byMethod: z.record(z.enum(METHODS), z.int()),
});
export type ChargeTotals = z.output<typeof ChargeTotals>;

export const CHARGES_PER_PAGE = 50;

/** Refuses a period that ends before it begins. */
const periodInOrder = z.check<{ from?: string | undefined; to?: string | undefined }>((payload) => {
  // Runs also after a refused field, which must not be refused twice.
  if (payload.issues.length > 0) return;
  const { from, to } = payload.value;
  if (from === undefined || to === undefined || from <= to) return;
  payload.issues.push({ code: 'custom', input: to, message: 'El período termina antes de empezar', path: ['to'] });
});

export const ChargesQuery = z
  .object({
    from: Day(DATE).optional(),
    to: Day(DATE).optional(),
    patientId: SentId().optional(),
    appointmentId: SentId().optional(),
    status: ChargeStatusName.optional(),
    /** Words of the name, the RUT, the concept, a reference or the folio of the boleta. */
    search: optionalLine(100),
    /** Only the charges with a payment and without the folio of a boleta. */
    withoutInvoice: z.literal('true').optional(),
    page: wholeNumber(1, 1_000_000).default(1),
    limit: wholeNumber(1, 200).default(CHARGES_PER_PAGE),
  })
  .check(periodInOrder);
export type ChargesQuery = z.output<typeof ChargesQuery>;

export const listCharges = endpoint({
  method: 'GET',
  path: '/api/charges',
  access: 'professional',
  assistants: 'canCharge',
  summary:
    'Los cobros por su fecha, los últimos primero, por páginas; totals y total son de todas las páginas; los anulados solo con status=void',
  query: ChargesQuery,
  reply: z.object({
    charges: z.array(Charge),
    totals: ChargeTotals,
    /** How many charges all pages have. */
    total: z.int(),
    /** What is pending of the charges up to today. */
    due: z.int(),
  }),
  recordsRead: 'charge.listed',
});

/** How long ago what is pending was charged, in days. */
export const PENDING_AGES = { recent: 'Hasta 30 días', month: '31 a 60 días', old: 'Más de 60 días' } as const;
export type PendingAge = keyof typeof PENDING_AGES;

/** The last day of each age. */
export const LAST_DAYS = { recent: 30, month: 60 } as const satisfies Partial<Record<PendingAge, number>>;

export const pendingAge = (days: number): PendingAge =>
  days <= LAST_DAYS.recent ? 'recent' : days <= LAST_DAYS.month ? 'month' : 'old';

/** What one patient owes. */
export const PendingPatient = z.object({
  /** Null for a patient who was deleted. */
  patientId: z.uuid().nullable(),
  patientName: z.string(),
  patientSocialName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** True for a patient to whom nothing is sent. */
  blocked: z.boolean().optional(),
  pending: z.int(),
  /** What is pending by its age. */
  byAge: z.object({ recent: z.int(), month: z.int(), old: z.int() }),
  /** The date of the oldest charge with something pending. */
  oldest: z.iso.date(),
  chargeIds: z.array(z.uuid()),
  lastReminder: z.object({ channel: ReminderChannel, status: ReminderStatus, at: Instant }).optional(),
});
export type PendingPatient = z.output<typeof PendingPatient>;

export const PendingQuery = z.object({
  patientId: SentId().optional(),
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 200).default(CHARGES_PER_PAGE),
});
export type PendingQuery = z.output<typeof PendingQuery>;

export const listPendingCharges = endpoint({
  method: 'GET',
  path: '/api/charges/pending',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Lo que debe cada paciente, por antigüedad, lo más antiguo primero, por páginas',
  query: PendingQuery,
  reply: z.array(PendingPatient),
  recordsRead: 'charge.listed',
});

const PendingTotals = PendingPatient.pick({ pending: true, byAge: true }).extend({
  /** How many patients owe something. */
  patients: z.int(),
});
export type PendingTotals = z.output<typeof PendingTotals>;

export const sumPendingCharges = endpoint({
  method: 'GET',
  path: '/api/charges/pending/totals',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Cuántos pacientes deben, y cuánto, por antigüedad',
  reply: PendingTotals,
});

export const ChargedMonth = z.object({
  month: z.string(),
  /** By the date of the charge. */
  charged: z.int(),
  /** By the date of the payment, whatever the month of its charge. */
  paid: z.int(),
});
export type ChargedMonth = z.output<typeof ChargedMonth>;

export const listChargedMonths = endpoint({
  method: 'GET',
  path: '/api/charges/months',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Lo cobrado y lo pagado en cada uno de doce meses, hasta el que se indica o el actual',
  query: z.object({ until: Month.optional() }),
  reply: z.array(ChargedMonth),
});

export const AppointmentCharge = z.object({
  appointmentId: z.uuid(),
  chargeId: z.uuid(),
  status: ChargeStatusName,
  pending: z.int(),
});
export type AppointmentCharge = z.output<typeof AppointmentCharge>;

export const listAppointmentCharges = endpoint({
  method: 'GET',
  path: '/api/charges/appointments',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Qué citas de un período tienen un cobro vigente, y cuánto falta; a lo más 42 días',
  query: z.object({ from: Day(DATE), to: Day(DATE) }).superRefine(({ from, to }, context) => {
    // Runs also after a refused field: what follows computes with days.
    if (context.issues.length > 0) return;
    const refuse = (message: string) => context.addIssue({ code: 'custom', message, path: ['to'] });
    if (to < from) refuse('El período termina antes de empezar');
    else if (to >= addDays(from, MAX_PERIOD_DAYS)) refuse(`El período puede tener a lo más ${MAX_PERIOD_DAYS} días`);
  }),
  reply: z.array(AppointmentCharge),
});

export const exportCharges = endpoint({
  method: 'GET',
  path: '/api/charges/export',
  access: 'professional',
  assistants: 'canCharge',
  summary:
    'Los cobros y los pagos de un mes, también los pagos de cobros de otros meses, en CSV para la contabilidad, como lo abre Excel en español',
  query: z.object({ month: Month }),
  reply: FileBytes,
  file: { type: 'text/csv; charset=utf-8', name: 'cobros.csv' },
  recordsRead: 'charge.exported',
});
