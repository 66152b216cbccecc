import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SUBSCRIPTION_TYPES } from './plans.ts';
import { Instant } from './wire.ts';

/** Whether the plan allows creating a record, and the message for the user when it does not. */
export const Permission = z.object({ canCreate: z.boolean(), message: z.string() });
export type Permission = z.output<typeof Permission>;

export const SubscriptionStatus = z.enum(['free', 'paid']);

export const SubscriptionInfo = z.object({
  /** The type of the last effective payment; null if never paid, refunded, or ended by an administrator. */
  subscriptionType: z.enum(SUBSCRIPTION_TYPES).nullable(),
  subscriptionStatus: SubscriptionStatus,
  /** Null for a plan without an end date and for the free plan. */
  subscriptionExpiresAt: Instant.nullable(),
  daysRemaining: z.number().int().nullable(),
  status: z.enum(['active', 'expiring_soon', 'expired', 'free']),
});
export type SubscriptionInfo = z.output<typeof SubscriptionInfo>;

export const PAYMENT_STATUSES = ['approved', 'pending', 'rejected', 'cancelled', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const Payment = z.object({
  _id: z.uuid(),
  description: z.string(),
  createdAt: Instant,
  /** When the payment was approved, rejected or refunded; null while it is pending. */
  processedAt: Instant.nullable(),
  /** In whole pesos. */
  amount: z.number().int(),
  currency: z.literal('CLP'),
  status: z.enum(PAYMENT_STATUSES),
  subscriptionType: z.enum(SUBSCRIPTION_TYPES),
  /** True for a payment from the test checkout where that checkout is disabled. It does not extend the plan. */
  isVoid: z.boolean(),
});
export type Payment = z.output<typeof Payment>;

export const createPreference = endpoint({
  method: 'POST',
  path: '/api/payments/create-preference',
  access: 'professional',
  summary: 'Prepara el pago de un período y dice dónde se paga',
  body: z.object({ subscriptionType: z.enum(SUBSCRIPTION_TYPES, 'Elige el plan mensual o el anual') }),
  reply: z.object({
    success: z.boolean(),
    preference: z.object({ id: z.string(), initPoint: z.url(), sandboxInitPoint: z.url().optional() }),
  }),
  limits: [{ by: 'account', max: 30, seconds: 60 * 60 }],
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments/history',
  access: 'professional',
  summary: 'Los pagos de quien llama, los últimos primero',
  reply: z.array(Payment),
});

/** Called when the payer returns from the checkout, because the provider's notification may be late or lost. */
export const checkPayments = endpoint({
  method: 'POST',
  path: '/api/payments/check',
  access: 'professional',
  summary: 'Pregunta al proveedor de pagos por lo que sigue pendiente',
  reply: z.undefined(),
  limits: [{ by: 'account', max: 60, seconds: 60 * 60 }],
});

export const getSubscriptionInfo = endpoint({
  method: 'GET',
  path: '/api/subscriptions/info',
  access: 'professional',
  summary: 'La suscripción de quien llama',
  reply: SubscriptionInfo,
});

/**
 * The bytes that an account stores: patients, appointments, notes, addenda, certificates, templates of notes and
 * certificates, favourite prescriptions, the signature, attachments and printed documents.
 */
export const StorageUse = z.object({
  usedBytes: z.number().int(),
  limitBytes: z.number().int(),
});
export type StorageUse = z.output<typeof StorageUse>;

export const getStorageUse = endpoint({
  method: 'GET',
  path: '/api/account/storage',
  access: 'professional',
  summary: 'El almacenamiento que usa quien llama, y el de su plan',
  reply: StorageUse,
});

/** A field of the provider's notification. An unexpected value is read as undefined. */
const shortText = z.coerce.string().max(100).optional().catch(undefined);

export const NotificationQuery = z.object({ 'data.id': shortText, type: shortText, topic: shortText, id: shortText });
export const NotificationBody = z
  .object({
    id: shortText,
    type: shortText,
    action: shortText,
    data: z.object({ id: shortText }).optional().catch(undefined),
  })
  .optional();

export const receiveNotification = endpoint({
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'public',
  summary: 'Recibe las notificaciones del proveedor de pagos',
  query: NotificationQuery,
  body: NotificationBody,
  reply: z.object({ received: z.literal(true) }),
  limits: [{ by: 'address', max: 3000, seconds: 15 * 60 }],
});
