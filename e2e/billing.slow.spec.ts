import { expect, type Page } from '@playwright/test';
import {
  getSubscriptionInfo,
  listPayments,
  PAYMENT_STATUSES,
  type Payment,
  type SubscriptionInfo,
} from '#contract/billing';
import { expectAccessible } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { test } from './fixtures.ts';

const TAB = '/dashboard/configuracion?tab=suscripcion';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payments = (page: Page) => page.getByRole('list', { name: 'Pagos' }).getByRole('listitem');

const DAY_MS = 24 * 3600 * 1000;
const EXPIRING_SOON: SubscriptionInfo = {
  subscriptionType: 'monthly',
  subscriptionStatus: 'paid',
  subscriptionExpiresAt: new Date(Date.now() + 5 * DAY_MS).toISOString(),
  daysRemaining: 5,
  status: 'expiring_soon',
};
const EXPIRED: SubscriptionInfo = {
  ...EXPIRING_SOON,
  status: 'expired',
  daysRemaining: 0,
  subscriptionStatus: 'free',
};

/** Each status, a payment that no longer counts, and a second page. */
const manyPayments = Array.from({ length: 11 }, (_, at): Payment => {
  const status = PAYMENT_STATUSES[at % PAYMENT_STATUSES.length] ?? 'approved';
  const createdAt = new Date(Date.UTC(2026, 5, 1) - at * DAY_MS).toISOString();
  const _id = `0197a000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;
  const what = { description: 'Plan Profesional mensual', amount: 3990, subscriptionType: 'monthly' } as const;
  return { _id, createdAt, processedAt: null, currency: 'CLP', status, isVoid: at === 8, ...what };
});

// Their texts and requests are tested in web/billing: here, what a scan of the page finds.
test('los avisos del término de un plan, de un pago que tarda y de un historial largo no tienen faltas de accesibilidad', async ({
  ana,
}) => {
  const page = await ana.newPage();
  await answer(page, listPayments.path, manyPayments);
  await answer(page, getSubscriptionInfo.path, EXPIRING_SOON);
  await page.clock.install();
  await page.goto(`${TAB}&payment=success`);
  await expect(page.getByRole('heading', { name: 'Tu plan vence pronto' })).toBeVisible();
  await expect(page.getByText('Estamos confirmando tu pago…')).toBeVisible();
  await expect(payments(page)).toHaveCount(10);
  await expectAccessible(page);
  await button(page, 'Renovar plan').click();
  await expect(page.getByRole('dialog').getByText(/^Tienes 2 pagos pendientes/)).toBeVisible();
  await expectAccessible(page);

  await answer(page, getSubscriptionInfo.path, EXPIRED);
  await page.goto(`${TAB}&payment=success`);
  await expect(page.getByRole('heading', { name: 'Tu período terminó' })).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByText(/^Aún no recibimos la confirmación/)).toBeVisible();
  await expectAccessible(page);
});
