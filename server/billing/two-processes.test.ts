import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths } from '#contract/plans';
import type { AppDeps } from '#server/app';
import type { ProviderPayment } from '#server/payments/payment-provider';
import { type BillingTestApp, createBillingTestApp } from '#server/testing/billing-test-app';
import { createPreference } from './purchases.service.ts';
import { settle } from './settle.service.ts';

// One process serializes the writes of an owner in memory. Two processes are needed to test the database locks.
let testApp: BillingTestApp;
let processes: AppDeps[];
beforeAll(async () => {
  testApp = await createBillingTestApp();
  processes = [testApp.deps, await testApp.secondProcess()];
});
afterAll(() => testApp.close());

const TIMES = 15;

test('two payments settled by two processes at the same time each add a period', async () => {
  for (let time = 0; time < TIMES; time++) {
    const ana = await testApp.newBuyer();
    const preference = await ana.buys();
    const payments = await Promise.all(
      [1, 2].map(async () => {
        const { id } = testApp.fakeProvider.pay(preference);
        return (await testApp.deps.payments.provider?.findPayment(String(id))) as ProviderPayment;
      }),
    );
    const outcomes = await Promise.all(processes.map((deps, i) => settle(deps, payments[i] as ProviderPayment)));
    expect(outcomes).toMatchObject([{ kind: 'applied' }, { kind: 'applied' }]);
    const [first = ''] = (await ana.history()).map(({ processedAt }) => processedAt ?? '').sort();
    expect((await ana.info()).subscriptionExpiresAt).toBe(addMonths(new Date(first), 2).toISOString());
  }
});

test('one payment settled by two processes at the same time is credited once', async () => {
  for (let time = 0; time < TIMES; time++) {
    const ana = await testApp.newBuyer();
    const { id } = testApp.fakeProvider.pay(await ana.buys());
    const payment = (await testApp.deps.payments.provider?.findPayment(String(id))) as ProviderPayment;
    const outcomes = await Promise.all(processes.map((deps) => settle(deps, payment)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['applied', 'unchanged']);
  }
});

test('two processes that create a preference at the same time share one purchase and one page', async () => {
  for (let time = 0; time < TIMES; time++) {
    const ana = await testApp.newBuyer();
    const pages = await Promise.all(processes.map((deps) => createPreference(deps, ana.owner, 'monthly')));
    expect(new Set(pages.map(({ preference }) => preference.id)).size).toBe(1);
    expect(await testApp.sql`select from purchases where owner_id = ${ana.user._id}`).toHaveLength(1);
  }
});
