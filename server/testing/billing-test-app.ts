import { inject } from 'vitest';
import * as api from '#contract/billing';
import type { SubscriptionType } from '#contract/plans';
import type { AppDeps } from '#server/app';
import { withQuota } from '#server/billing/quota.service';
import { mercadoPago } from '#server/payments/mercado-pago';
import { type Database, openDatabase } from '#server/platform/database/database';
import { type PaymentJson, startMercadoPago } from './mercado-pago.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { connectionsTo } from './test-server.ts';

export type BillingTestApp = Awaited<ReturnType<typeof createBillingTestApp>>;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
export type Buyer = Awaited<ReturnType<BillingTestApp['newBuyer']>>;

interface WebhookRow {
  status: string;
  error_message: string | null;
  webhook_type: string;
  provider_payment_id: string | null;
  ip_address: string;
  user_id: string | null;
}

/** A test app whose payments go to a fake Mercado Pago. */
export async function createBillingTestApp(options: Parameters<typeof createTestApp>[0] = {}) {
  const fakeProvider = await startMercadoPago(() => testApp.deps.now());
  const testApp = await createTestApp({ ...options, mercadoPago: fakeProvider.config });

  const warnings: Record<string, unknown>[] = [];
  testApp.deps.warn = (particulars, message) => void warnings.push({ ...particulars, message });
  const others: Database[] = [];

  const notify = (payment: Pick<PaymentJson, 'id'>) => testApp.deliver(fakeProvider.notification(payment));

  const asBuyer = (person: Person) => ({
    ...person,
    /** The caller, as services receive it. */
    owner: {
      id: person.user._id,
      actorId: person.user._id,
      role: person.user.role,
      sessionId: person.user._id,
      user: person.user,
      provedAt: new Date(),
      startedAt: new Date(),
      codeProvedAt: undefined,
      usedTemporaryPassword: false,
      passwordResetAt: undefined,
      rut: undefined,
      rnpi: undefined,
      address: '127.0.0.1',
    } as const,
    buys: async (subscriptionType: SubscriptionType = 'monthly') =>
      (await person.send(api.createPreference, { body: { subscriptionType } })).body.preference.id,
    info: async () => (await person.send(api.getSubscriptionInfo)).body,
    history: async () => (await person.send(api.listPayments)).body,
    /** Signs the same person in again: an access token does not last a day. */
    returns: async () => asBuyer(await testApp.logIn(person.user.email)),
  });

  return {
    ...testApp,
    fakeProvider,
    /** The warnings that were logged. */
    warnings,
    newBuyer: async () => asBuyer(await testApp.newProfessional()),
    /** Delivers the notification of a payment in its present state. */
    notify,
    webhooks: async () => [
      ...(await testApp.sql<WebhookRow[]>`
        select status, error_message, webhook_type, provider_payment_id, ip_address, user_id
          from webhooks order by received_at, id`),
    ],
    /** Waits 300 ms for the provider instead of some seconds. */
    shortenProviderTimeout: () => {
      const options = { ...fakeProvider.config, now: testApp.deps.now, tryMs: 300 };
      testApp.deps.payments = { provider: mercadoPago(options), testCheckout: undefined };
    },
    /** The dependencies of a second process on the same database, with connections of its own. */
    secondProcess: async (): Promise<AppDeps> => {
      const [{ name }] = await testApp.sql<[{ name: string }]>`select current_database() as name`;
      const connections = connectionsTo(inject('testServer'), name);
      const handles = openDatabase(connections, { poolSize: 8, writesPerOwner: 4 });
      others.push(handles);
      const tenantTransaction = withQuota(handles, testApp.deps.countsTestPayments);
      return { ...testApp.deps, ...handles, tenantTransaction };
    },
    close: async () => {
      for (const handles of others) await handles.close();
      await testApp.close();
      await fakeProvider.close();
    },
  };
}
