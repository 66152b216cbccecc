import * as api from '#contract/admin';
import type { Payment } from '#contract/billing';
import { adminCie10Stats } from '#contract/cie10';
import { listClosedAccounts } from '#contract/closed-accounts';
import { getSystem, type SystemState } from '#contract/system';
import { ADMIN, serverFor } from './open-app.tsx';

const AT = '2026-07-15T13:05:00Z';

export const someUser = (index: number): api.AdminUser => ({
  _id: `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  role: 'professional',
  rut: '12345678-5',
  name: `Persona ${index}`,
  email: `persona${index}@ejemplo.cl`,
  profession: 'Nutricionistas',
  city: 'Valdivia',
  region: 'Región de Los Ríos',
  patientCount: 1000 + index,
  patientLimit: -1,
  nextPaymentDate: null,
  subscriptionStatus: index % 2 ? 'paid' : 'free',
  registrationDate: AT,
  identity: 'declared',
});

/** With a status that the page may not know. */
export const someWebhook = (index: number, status = 'processed'): api.Webhook => ({
  _id: someUser(index)._id,
  webhookType: 'payment',
  paymentId: String(9_000_000 + index),
  userId: null,
  ipAddress: '209.225.49.10',
  createdAt: AT,
  status: status as api.Webhook['status'],
  errorMessage: status === 'failed' ? 'El pago no corresponde a ninguna cuenta' : null,
});

export const SOME_PAYMENT: Payment = {
  _id: someUser(0)._id,
  description: 'Plan Profesional anual',
  subscriptionType: 'annual',
  status: 'approved',
  createdAt: AT,
  processedAt: null,
  amount: 37_990,
  currency: 'CLP',
  isVoid: false,
};

/** Nothing happens, and no backups are made. */
export const QUIET_SYSTEM: SystemState = {
  backup: { status: 'off', lastSuccessAt: null, lastSuccessBytes: null, lastFailureAt: null, nextDueAt: null },
  version: '0.3.0',
  workers: 1,
  startedAt: AT,
  requests: {
    lastHour: { total: 0, failed: 0, p95Ms: null, p99Ms: null },
    minutes: Array(60).fill({ total: 0, failed: 0, p95Ms: null }),
  },
  eventLoop: { p99Ms: [0.4] },
  connections: [{ pool: 'tenant', size: 16, idle: 1, inUse: 0, waiting: 0 }],
  printing: { workers: 2, running: 0, waiting: 0 },
  disks: [{ folder: 'data', freeBytes: 61.2 * 1024 ** 3, totalBytes: 80 * 1024 ** 3 }],
  reconciliation: { lagSeconds: 0 },
  mail: null,
};

/** The rows of one page that are enough for a test. Many rows are slow to search by role. */
const SHOWN_ROWS = 2;

/** A mock server of the administration with that many accounts. It lists the first rows of each page. */
export function adminServer(total: number) {
  const server = serverFor(ADMIN);
  server.reply(listClosedAccounts, []);
  server.reply(getSystem, QUIET_SYSTEM);
  server.reply(adminCie10Stats, { count: 14_412 });
  server.reply(api.getStatistics, {
    totalUsers: 123_456,
    totalPatients: 9,
    activeUsersLast24h: 1204,
    newUsersLast7Days: 87,
    averageSessionDuration: 80.4,
    totalWebhooks: 20_345,
    paidUsers: 41_230,
    freeUsers: 82_226,
  });
  server.reply(api.getUser, someUser(0));
  server.reply(api.countUsers, { total });
  server.reply(api.listUsers, ({ url }) => {
    const [page = 1, limit = 0] = ['page', 'limit'].map((name) => Number(url.searchParams.get(name)));
    const from = (page - 1) * limit;
    return Array.from({ length: Math.min(SHOWN_ROWS, total - from) }, (_, index) => someUser(from + index));
  });
  server.reply(api.getSubscriptionOfUser, {
    subscriptionType: null,
    subscriptionStatus: 'free',
    subscriptionExpiresAt: null,
    daysRemaining: null,
    status: 'free',
  });
  server.reply(api.listPaymentsOfUser, [SOME_PAYMENT]);
  server.reply(api.listWebhooksOfUser, [someWebhook(0)]);
  return server;
}
