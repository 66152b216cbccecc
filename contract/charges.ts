import { z } from 'zod';
import { ChargeStatusName, METHODS, Pesos, REGISTERED_METHODS } from './charge-amounts.ts';
import { Diagnosis } from './charge-diagnosis.ts';
import { endpoint } from './endpoint.ts';
import { nameWithSocial } from './patient-identity.ts';
import { optionalLine, requiredLine, requiredText } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Day, Id, Instant, SentId } from './wire.ts';

export const MAX_CONCEPT_LENGTH = 200;
export const MAX_REFERENCE_LENGTH = 100;
export const MAX_REASON_LENGTH = 300;
export const MAX_INVOICE_NUMBER_LENGTH = 20;
const DATE = 'Selecciona una fecha';

export const ChargePayment = z.object({
  _id: z.uuid(),
  amount: z.int(),
  method: z.enum(METHODS),
  /** The folio of a bono, the number of a transfer. */
  reference: z.string().optional(),
  date: z.iso.date(),
  createdAt: Instant,
  /** The name of the person who registered it. Absent for a payment that came from the provider. */
  createdBy: z.string().optional(),
  voidedAt: Instant.optional(),
  voidedBy: z.string().optional(),
  voidReason: z.string().optional(),
  /** A payment 'online' is being returned, or the provider has returned it. */
  refund: z.enum(['pending', 'done']).optional(),
});
export type ChargePayment = z.output<typeof ChargePayment>;

/** What a patient owes. `paid`, `pending` and `status` are computed from the payments and stored nowhere. */
export const Charge = z.object({
  _id: z.uuid(),
  /** Null once the patient is deleted. */
  patientId: z.uuid().nullable(),
  patientName: z.string(),
  /** While the patient exists and has one. Messages address the patient by it. */
  patientSocialName: z.string().optional(),
  appointmentId: z.uuid().optional(),
  concept: z.string(),
  amount: z.int(),
  paid: z.int(),
  pending: z.int(),
  status: ChargeStatusName,
  date: z.iso.date(),
  /** The folio of the boleta de honorarios. */
  invoiceNumber: z.string().optional(),
  /** In the order in which they were registered, void ones included. */
  payments: z.array(ChargePayment),
  createdAt: Instant,
  createdBy: z.string().optional(),
  voidedAt: Instant.optional(),
  voidedBy: z.string().optional(),
  voidReason: z.string().optional(),
  undecryptable,
});
export type Charge = z.output<typeof Charge>;

/** 'Amanda Soto (Pedro Soto)': the name of whoever was charged, as the agenda shows it. */
export const chargedName = (charged: Pick<Charge, 'patientName' | 'patientSocialName'>): string =>
  nameWithSocial({ name: charged.patientName, socialName: charged.patientSocialName });

/** What may be changed of a charge while it has no valid payment but its deposit. */
export const ChargeContent = z.object({
  concept: requiredLine('Escribe el concepto', MAX_CONCEPT_LENGTH),
  amount: Pesos,
  date: Day(DATE),
});
export type ChargeContent = z.output<typeof ChargeContent>;

export const NewChargePayment = z.object({
  amount: Pesos,
  method: z.enum(REGISTERED_METHODS, 'Selecciona un medio de pago'),
  reference: optionalLine(MAX_REFERENCE_LENGTH),
  date: Day(DATE),
});
export type NewChargePayment = z.output<typeof NewChargePayment>;

const PaymentOfCharge = NewChargePayment.extend({
  /** Chosen by a client that may send the request again, and then is answered with the charge as it is. */
  _id: SentId().optional(),
  /** What was pending on the page of whoever registers the payment. Another amount means that the charge has changed. */
  pending: z.int('Debe ser un número entero').optional(),
});
export type PaymentOfCharge = z.output<typeof PaymentOfCharge>;

export const NewCharge = ChargeContent.extend({
  /** Chosen by a client that may send the request again, and then is answered with the charge that the first one made. */
  _id: SentId().optional(),
  patientId: SentId('Selecciona un paciente'),
  appointmentId: SentId('Selecciona una cita').optional(),
  /** Paid at once, whole or in part. */
  payment: NewChargePayment.optional(),
  /** Refused when the patient has an equal charge of that day, which somebody else or an earlier attempt may have made. */
  onlyOnce: z.literal(true).optional(),
});
export type NewCharge = z.output<typeof NewCharge>;

const Reason = z.object({ reason: requiredText('Escribe el motivo', MAX_REASON_LENGTH) });
const PaymentId = Id.extend({ paymentId: SentId() });

export const createCharge = endpoint({
  method: 'POST',
  path: '/api/charges',
  access: 'professional',
  assistants: 'canCharge',
  summary:
    'Cobra a un paciente; con payment queda pagado, entero o en parte; a lo más un cobro vigente por cita; repetido con el mismo _id no cobra otra vez; con onlyOnce, si el paciente ya tiene un cobro igual de ese día responde 409',
  body: NewCharge,
  reply: Charge,
  status: 201,
});

export const getCharge = endpoint({
  method: 'GET',
  path: '/api/charges/{id}',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Un cobro con sus pagos',
  params: Id,
  reply: Charge,
  recordsRead: 'charge.opened',
});

export const updateCharge = endpoint({
  method: 'PUT',
  path: '/api/charges/{id}',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Corrige un cobro sin más pagos vigentes que su abono, que se mantiene',
  params: Id,
  body: ChargeContent,
  reply: Charge,
});

export const voidCharge = endpoint({
  method: 'POST',
  path: '/api/charges/{id}/void',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Anula un cobro que no tiene pagos vigentes, con un motivo',
  params: Id,
  body: Reason,
  reply: Charge,
});

export const addChargePayment = endpoint({
  method: 'POST',
  path: '/api/charges/{id}/payments',
  access: 'professional',
  assistants: 'canCharge',
  summary:
    'Registra un pago de un cobro; responde 409 si lo pendiente ya no es lo que indica pending, o si cambia mientras se registra',
  params: Id,
  body: PaymentOfCharge,
  reply: Charge,
  status: 201,
});

export const voidChargePayment = endpoint({
  method: 'POST',
  path: '/api/charges/{id}/payments/{paymentId}/void',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Anula un pago, con un motivo; los comprobantes que lo muestran quedan anulados',
  params: PaymentId,
  body: Reason,
  reply: Charge,
});

export const putInvoiceNumber = endpoint({
  method: 'PUT',
  path: '/api/charges/{id}/invoice',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Anota el folio de la boleta de honorarios; vacío, lo borra',
  params: Id,
  body: z.object({ invoiceNumber: optionalLine(MAX_INVOICE_NUMBER_LENGTH) }),
  reply: Charge,
});

const ChargeDiagnosis = z.object({ diagnosis: Diagnosis.nullable() });

export const getChargeDiagnosis = endpoint({
  method: 'GET',
  path: '/api/charges/{id}/diagnosis',
  access: 'professional',
  summary: 'El diagnóstico que el profesional agregó al comprobante de un cobro',
  params: Id,
  reply: ChargeDiagnosis,
  recordsRead: 'charge.opened',
});

export const putChargeDiagnosis = endpoint({
  method: 'PUT',
  path: '/api/charges/{id}/diagnosis',
  access: 'professional',
  summary: 'Agrega un diagnóstico al comprobante de un cobro, o lo saca con null',
  params: Id,
  body: ChargeDiagnosis,
  reply: ChargeDiagnosis,
});

export const refundChargePayment = endpoint({
  method: 'POST',
  path: '/api/charges/{id}/payments/{paymentId}/refund',
  access: 'professional',
  summary: 'Devuelve un pago que llegó por Mercado Pago; el pago queda anulado cuando el proveedor lo devuelve',
  params: PaymentId,
  reply: Charge,
});
