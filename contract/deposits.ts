import { z } from 'zod';
import { LinkedAppointment } from './appointment-links.ts';
import { NotificationBody, NotificationQuery } from './billing.ts';
import { type Endpoint, endpoint, type RateLimit } from './endpoint.ts';
import { TestDecided, TestDecision } from './test-checkout.ts';
import { Id, Instant } from './wire.ts';

/** For how long the hour is held while the deposit is paid. */
export const DEPOSIT_MINUTES = 60;
/** For how long a deposit that was paid too late waits for another hour. Then it is returned. */
export const UNPLACED_DAYS = 7;

const secret = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(300, 'No puede superar los 300 caracteres')
    .regex(/^[\x21-\x7e]+$/, 'Cópialo tal como lo muestra Mercado Pago, sin espacios');

/** The credentials of the professional's own account of Mercado Pago. They are never shown again. */
export const PaymentCredentials = z.object({
  accessToken: secret('Escribe el Access Token'),
  webhookSecret: secret('Escribe la clave secreta de las notificaciones'),
});
export type PaymentCredentials = z.output<typeof PaymentCredentials>;

export const PaymentAccount = z.object({
  configured: z.boolean(),
  /** When Mercado Pago last accepted the credentials. */
  checkedAt: Instant.optional(),
  /** Where Mercado Pago sends its notifications. The professional enters it there. */
  notificationUrl: z.string(),
  /** Whether services can ask for a deposit: with credentials, or with the test checkout outside production. */
  takesDeposits: z.boolean(),
  /** True where the test checkout stands in for credentials. No payment is real there. */
  isTest: z.boolean(),
});
export type PaymentAccount = z.output<typeof PaymentAccount>;

const path = '/api/account/payments';

export const getPaymentAccount = endpoint({
  method: 'GET',
  path,
  access: 'professional',
  summary: 'Si los pacientes pueden pagar abonos con la cuenta de Mercado Pago del profesional; nunca sus credenciales',
  reply: PaymentAccount,
});

export const putPaymentAccount = endpoint({
  method: 'PUT',
  path,
  access: 'professional',
  summary: 'Guarda las credenciales de Mercado Pago, después de comprobarlas con una llamada',
  body: PaymentCredentials,
  reply: PaymentAccount,
  needsFreshProof: true,
  isSlow: true,
  limits: [{ by: 'account', max: 20, seconds: 3600 }],
});

export const deletePaymentAccount = endpoint({
  method: 'DELETE',
  path,
  access: 'professional',
  summary: 'Borra las credenciales de Mercado Pago; con abonos por pagar o por devolver responde 409',
  reply: z.undefined(),
  needsFreshProof: true,
});

/** The account key is the id of the professional's account. A notification counts only with the signature of the account. */
export const receiveDepositNotification = endpoint({
  method: 'POST',
  path: '/api/payments/webhook/{accountKey}',
  access: 'public',
  summary: 'Recibe las notificaciones de Mercado Pago sobre los abonos de un profesional',
  params: z.object({ accountKey: z.string() }),
  query: NotificationQuery,
  body: NotificationBody,
  reply: z.object({ received: z.literal(true) }),
  limits: [{ by: 'address', max: 3000, seconds: 15 * 60 }],
});

const LIMITS: readonly RateLimit[] = [{ by: 'address', max: 120, seconds: 60 }];

/** The test checkout of deposits, outside production. Whoever books has no account. */
export const TestDeposit = z.object({
  professional: z.string(),
  description: z.string(),
  amount: z.int(),
  /** Until when it can be paid in time for its hour. */
  expiresAt: Instant,
});
export type TestDeposit = z.output<typeof TestDeposit>;

export const getTestDeposit = endpoint({
  method: 'GET',
  path: '/api/test-deposits/{id}',
  access: 'public',
  summary: 'Qué se paga en la página de prueba de los abonos (fuera de producción)',
  params: Id,
  reply: TestDeposit,
  limits: LIMITS,
});

export const decideTestDeposit = endpoint({
  method: 'POST',
  path: '/api/test-deposits/{id}',
  access: 'public',
  summary: 'Aprueba, rechaza o deja pendiente el abono de prueba (fuera de producción)',
  params: Id,
  body: TestDecision,
  reply: TestDecided,
  limits: LIMITS,
});

/** The endpoints of the professional's payment account, and of what its payments cause. */
export const PAYMENT_ACCOUNT_OPERATIONS = {
  getPaymentAccount,
  putPaymentAccount,
  deletePaymentAccount,
  receiveDepositNotification,
  getTestDeposit,
  decideTestDeposit,
} satisfies Record<string, Endpoint>;

export const refundLinkedDeposit = endpoint({
  method: 'POST',
  path: '/api/appointment-links/{token}/refund',
  access: 'public',
  summary: 'Quien pagó un abono cuya hora ya no está libre pide la devolución; repetido, responde lo mismo',
  params: z.object({ token: z.string() }),
  reply: LinkedAppointment,
  isLink: true,
  limits: [...LIMITS, { by: 'token', max: 60, seconds: 60 }],
});
