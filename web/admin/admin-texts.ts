import { type AdminUser, WEBHOOK_STATUS_NAMES, type Webhook } from '#contract/admin';
import type { Payment, SubscriptionInfo } from '#contract/billing';
import { formatMoney } from '#contract/plans';
import { PLAN_TYPES } from '#web/billing/subscription-texts.ts';
import { formatMoment } from '#web/ui/format-instant.ts';
import type { Label } from '#web/ui/status-badge.tsx';

export const FAILED = {
  statistics: 'No se pudieron cargar las estadísticas',
  users: 'No se pudieron cargar los usuarios',
  webhooks: 'No se pudieron cargar los webhooks',
  closedAccounts: 'No se pudieron cargar las cuentas eliminadas',
  agreements: 'No se pudieron cargar las aceptaciones del contrato de encargo',
  mails: 'No se pudieron cargar los correos',
  user: 'No se pudo cargar la información del usuario',
  payments: 'No se pudieron cargar los pagos',
  subscription: 'No se pudo cargar la información de la suscripción',
} as const;

/** Shown where there is no value. */
export const NO_VALUE = '—';

/** Professionals are not marked. */
export const ROLE_LABELS: Record<AdminUser['role'], string | undefined> = {
  professional: undefined,
  admin: 'Admin',
  assistant: 'Secretaría',
};

export const SUBSCRIPTION_LABELS: Record<AdminUser['subscriptionStatus'], Label> = {
  paid: { text: 'Pagada', tone: 'green' },
  free: { text: 'Gratuita', tone: 'neutral' },
};

export const IDENTITY_LABELS: Record<AdminUser['identity'], Label> = {
  declared: { text: 'Declarada, no verificada', tone: 'orange' },
  verified: { text: 'Verificada', tone: 'green' },
};

export const WEBHOOK_LABELS: Record<Webhook['status'], Label> = {
  received: { text: WEBHOOK_STATUS_NAMES.received, tone: 'blue' },
  processed: { text: WEBHOOK_STATUS_NAMES.processed, tone: 'green' },
  failed: { text: WEBHOOK_STATUS_NAMES.failed, tone: 'red' },
  ignored: { text: WEBHOOK_STATUS_NAMES.ignored, tone: 'neutral' },
};

export const amountText = ({ amount, currency }: Pick<Payment, 'amount' | 'currency'>): string =>
  `${formatMoney(amount)} ${currency}`;

/** A plan without an end was granted, not bought. */
export function subscriptionTypeText(info: SubscriptionInfo): string {
  if (info.status === 'free') return 'Sin suscripción';
  if (info.subscriptionExpiresAt === null) return 'Otorgada por la administración';
  return info.subscriptionType ? PLAN_TYPES[info.subscriptionType] : NO_VALUE;
}

export function expiryText(info: SubscriptionInfo, timeZone: string): string {
  if (info.status === 'free') return NO_VALUE;
  if (info.subscriptionExpiresAt === null) return 'Sin fecha de término';
  const moment = formatMoment(info.subscriptionExpiresAt, timeZone);
  return info.status === 'expired' ? `Venció el ${moment}` : moment;
}
