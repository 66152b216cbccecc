import {
  getStorageUse,
  getSubscriptionInfo,
  listPayments,
  type Payment,
  type SubscriptionInfo,
} from '#contract/billing';
import { FREE_STORAGE_BYTES } from '#contract/plans';
import type { MockServer } from './mock-server.ts';
import { serverFor } from './open-app.tsx';

export const SUBSCRIPTION_TAB = '/dashboard/configuracion?tab=suscripcion';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();

export const FREE: SubscriptionInfo = {
  subscriptionType: null,
  subscriptionStatus: 'free',
  subscriptionExpiresAt: null,
  daysRemaining: null,
  status: 'free',
};

const paid = (status: SubscriptionInfo['status'], daysRemaining: number): SubscriptionInfo => ({
  subscriptionType: 'monthly',
  subscriptionStatus: 'paid',
  subscriptionExpiresAt: inDays(daysRemaining),
  daysRemaining,
  status,
});
export const EXPIRING_SOON = paid('expiring_soon', 5);
export const ACTIVE = paid('active', 30);

export const APPROVED_PAYMENT: Payment = {
  _id: '0197a000-0000-7000-8000-000000000001',
  description: 'Plan Profesional mensual',
  createdAt: '2026-06-01T00:00:00.000Z',
  processedAt: null,
  amount: 3990,
  currency: 'CLP',
  status: 'approved',
  subscriptionType: 'monthly',
  isVoid: false,
};

/** Answers what the subscription tab asks. */
export function billingServer(info = FREE, payments: Payment[] = []): MockServer {
  const server = serverFor();
  server.reply(getSubscriptionInfo, info);
  server.reply(listPayments, payments);
  server.reply(getStorageUse, { usedBytes: FREE_STORAGE_BYTES / 4, limitBytes: FREE_STORAGE_BYTES });
  return server;
}
