import { z } from 'zod';
import { Account } from './account.ts';
import { Payment, SubscriptionInfo, SubscriptionStatus } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { Identity, IdentityCheck } from './professional-identity.ts';
import { optionalLine } from './text.ts';
import { Id, Instant, wholeNumber } from './wire.ts';

export const USERS_PER_PAGE = 50;
export const WEBHOOKS_PER_PAGE = 50;

export const Statistics = z.object({
  totalUsers: z.int(),
  totalPatients: z.int(),
  activeUsersLast24h: z.int(),
  newUsersLast7Days: z.int(),
  /** Average over all recorded sessions, in minutes. */
  averageSessionDuration: z.number(),
  totalWebhooks: z.int(),
  paidUsers: z.int(),
  freeUsers: z.int(),
});
export type Statistics = z.output<typeof Statistics>;

/** An account as administrators see it: its profile, its plan and the number of its patients, but no patient. */
export const AdminUser = Account.extend({
  rut: z.string().optional(),
  /** The number in the register of the Superintendencia de Salud, as the person gave it. */
  rnpi: z.string().optional(),
  registrationDate: Instant,
  identity: Identity,
  /** Present when the identity is verified. */
  identityCheck: IdentityCheck.optional(),
});
export type AdminUser = z.output<typeof AdminUser>;

export const USER_ORDERS = [
  'name',
  'email',
  'profession',
  'specialty',
  'subscriptionStatus',
  'patientCount',
  'registrationDate',
] as const;

export const WEBHOOK_STATUSES = ['received', 'processed', 'failed', 'ignored'] as const;

/** Displayed status names. The search matches them too. */
export const WEBHOOK_STATUS_NAMES: Record<(typeof WEBHOOK_STATUSES)[number], string> = {
  received: 'Recibido',
  processed: 'Procesado',
  failed: 'Fallido',
  ignored: 'Ignorado',
};

export const Webhook = z.object({
  _id: z.uuid(),
  webhookType: z.string(),
  status: z.enum(WEBHOOK_STATUSES),
  /** The provider's id of the payment in the notification. */
  paymentId: z.string().nullable(),
  ipAddress: z.string(),
  createdAt: Instant,
  errorMessage: z.string().nullable(),
  /** The user who made the payment; null when unknown. */
  userId: z.object({ _id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
});
export type Webhook = z.output<typeof Webhook>;

const Search = z.object({ search: optionalLine(120) });
const Total = z.object({ total: z.int() });
/** Without `limit` the whole list is returned. */
const Window = Search.extend({ page: wholeNumber(1, 1_000_000).default(1), limit: wholeNumber(1, 200).optional() });

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/statistics',
  access: 'admin',
  summary: 'Las cifras de uso del sistema',
  reply: Statistics,
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Las cuentas; search busca una parte del nombre, del correo o de la profesión',
  query: Window.extend({
    sort: z.enum(USER_ORDERS, 'No se puede ordenar por ese campo').default('registrationDate'),
    order: z.enum(['asc', 'desc'], 'Debe ser asc o desc').default('desc'),
  }),
  reply: z.array(AdminUser),
});

export const countUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/count',
  access: 'admin',
  summary: 'Cuántas cuentas encuentra una búsqueda',
  query: Search,
  reply: Total,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary: 'Una cuenta',
  params: Id,
  reply: AdminUser,
  recordsRead: 'user.opened',
});

export const getSubscriptionOfUser = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/user/{id}',
  access: 'admin',
  summary: 'La suscripción de una cuenta',
  params: Id,
  reply: SubscriptionInfo,
});

export const setSubscription = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/subscription',
  access: 'admin',
  summary: 'Da a una cuenta un plan sin fecha de término, o se lo quita',
  params: Id,
  body: z.object({ status: SubscriptionStatus }),
  reply: z.undefined(),
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/reset-password',
  access: 'admin',
  summary: 'Deja el RUT de la cuenta como contraseña temporal y cierra sus sesiones',
  params: Id,
  reply: z.undefined(),
  // A stolen password must be changed at once.
  allowsLowStorage: true,
  needsFreshProof: true,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary:
    'Cierra una cuenta de inmediato y borra sus datos a los 7 días. De sus documentos impresos quedan tipo, folio, fecha y huellas',
  params: Id,
  reply: z.undefined(),
  // An account that fills the disk can be deleted.
  allowsLowStorage: true,
  needsFreshProof: true,
});

export const listPaymentsOfUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/payments',
  access: 'admin',
  summary: 'Los pagos de una cuenta',
  params: Id,
  reply: z.array(Payment),
});

export const listWebhooksOfUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/webhooks',
  access: 'admin',
  summary: 'Las notificaciones de pago de una cuenta',
  params: Id,
  reply: z.array(Webhook),
});

export const deletePayment = endpoint({
  method: 'DELETE',
  path: '/api/admin/payments/{id}',
  access: 'admin',
  summary: 'Quita un pago de las listas',
  params: Id,
  reply: z.undefined(),
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  summary: 'Las notificaciones de pago; search busca en tipo, estado, correo, nombre, número de pago y dirección IP',
  query: Window,
  reply: z.array(Webhook),
});

export const countWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/count',
  access: 'admin',
  summary: 'Cuántas notificaciones encuentra una búsqueda',
  query: Search,
  reply: Total,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/{id}',
  access: 'admin',
  summary: 'Quita una notificación de las listas',
  params: Id,
  reply: z.undefined(),
});
