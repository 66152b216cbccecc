import { expect, type Page } from '@playwright/test';
import { checkPayments, createPreference, getSubscriptionInfo, listPayments, type Payment } from '#contract/billing';
import { expectAccessible } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { holdRequest, recordRequests } from './requests.ts';
import { toast } from './toast.ts';

const SETTINGS = '/dashboard/configuracion';
const TAB = `${SETTINGS}?tab=suscripcion`;
const AWAITED = 'Estamos confirmando tu pago…';
const LATE = 'Aún no recibimos la confirmación de tu pago. Si ya pagaste, se activará apenas llegue.';
const PENDING = 'Tienes un pago pendiente de $37.990 del 15/11/2026. Si pagas de nuevo, se sumará otro período.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payButton = (page: Page) => button(page, 'Pagar con Mercado Pago');
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Suscripción' });
const news = (page: Page) => panel(page).getByText(/^(Estamos confirmando|Aún no recibimos)/);

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
const PLANS = {
  free: { subscriptionType: null, subscriptionStatus: 'free', subscriptionExpiresAt: null, daysRemaining: null },
  expiring_soon: { subscriptionType: 'annual', subscriptionStatus: 'paid', daysRemaining: 5 },
  active: { subscriptionType: 'annual', subscriptionStatus: 'paid', daysRemaining: 365 },
};

/** Mocks the state of the plan from now on. */
const mockPlan = (page: Page, status: keyof typeof PLANS) => {
  const plan = PLANS[status];
  const json = { subscriptionExpiresAt: inDays(plan.daysRemaining ?? 0), ...plan, status };
  return page.route(`**${getSubscriptionInfo.path}`, (route) => route.fulfill({ json }));
};

const mockPendingPayment = (page: Page) => {
  const what = { description: 'Plan Profesional anual', amount: 37990, currency: 'CLP', subscriptionType: 'annual' };
  const when = { createdAt: '2026-11-15T15:00:00.000Z', processedAt: null };
  const json = [{ _id: '0197a000-0000-7000-8000-000000000001', status: 'pending', ...what, ...when } as Payment];
  return page.route(`**${listPayments.path}`, (route) => route.fulfill({ json }));
};

for (const before of ['free', 'expiring_soon'] as const) {
  test(`un pago que tarda en confirmarse se espera a la vista: ${before}`, async ({ ana }) => {
    const page = await ana.newPage();
    await page.clock.install();
    const checks = recordRequests(page, checkPayments.path);
    await mockPlan(page, before);
    await page.goto(`${TAB}&payment=success`);
    await expect(toast(page)).toContainText('¡Pago Exitoso!');
    await expect(news(page)).toHaveText(AWAITED);
    await expectAccessible(page);
    await page.clock.fastForward(5000);
    await expect.poll(() => checks.length).toBeGreaterThanOrEqual(2);
    await expect(news(page)).toHaveText(AWAITED);

    await mockPlan(page, 'active');
    await page.clock.fastForward(5000);
    await expect(panel(page).getByText('Activo', { exact: true })).toBeVisible();
    await expect(news(page)).toHaveCount(0);
    const asked = checks.length;
    await page.clock.fastForward(60_000);
    expect(checks).toHaveLength(asked);
  });
}

test('pasado un minuto se deja de preguntar y se dice; la confirmación que llega después se ve igual', async ({
  ana,
}) => {
  const page = await ana.newPage();
  await page.clock.install();
  const checks = recordRequests(page, checkPayments.path);
  await page.goto(`${TAB}&payment=success`);
  await expect(news(page)).toHaveText(AWAITED);
  await page.clock.fastForward(60_000);
  await expect(news(page)).toHaveText(LATE);
  await expectAccessible(page);
  await page.waitForLoadState('networkidle');
  const asked = checks.length;
  await page.clock.fastForward(60_000);
  expect(checks).toHaveLength(asked);

  await mockPlan(page, 'active');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(panel(page).getByText('Activo', { exact: true })).toBeVisible();
  await expect(news(page)).toHaveCount(0);
});

test('quien mira otra pestaña, o no ha pagado, no espera nada', async ({ ana }) => {
  const page = await ana.newPage();
  await page.clock.install();
  const checks = recordRequests(page, checkPayments.path);
  await page.goto(`${TAB}&payment=success`);
  await expect(news(page)).toHaveText(AWAITED);
  await page.getByRole('tab', { name: 'Firma' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Firma' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const asked = checks.length;
  await page.clock.fastForward(60_000);
  expect(checks).toHaveLength(asked);

  await page.goto(`${TAB}&payment=pending`);
  await expect(toast(page)).toContainText('Pago Pendiente');
  await expect(payButton(page)).toBeVisible();
  await expect(news(page)).toHaveCount(0);
});

test('un pago pendiente se advierte antes de pagar otra vez, también al renovar', async ({ ana }) => {
  const page = await ana.newPage();
  await mockPendingPayment(page);
  await page.goto(TAB);
  await expect(panel(page).getByText(PENDING)).toBeVisible();
  await expect(payButton(page)).toHaveAccessibleDescription(PENDING);
  await expectAccessible(page);
  await mockPlan(page, 'expiring_soon');
  await page.reload();
  await button(page, 'Renovar plan').click();
  await expect(page.getByRole('dialog').getByText(PENDING)).toBeVisible();
});

test('mientras se prepara el pago la renovación no se cierra, y quien deja la página no es llevado a pagar', async ({
  ana,
}) => {
  const page = await ana.newPage();
  await mockPlan(page, 'expiring_soon');
  const releaseRequest = await holdRequest(page, createPreference.path);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Configuración de Cuenta' }).click();
  await page.getByRole('tab', { name: 'Suscripción' }).click();
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left.push(request.url());
  });
  const dialog = page.getByRole('dialog', { name: 'Renovar plan' });
  await button(page, 'Renovar plan').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await button(page, 'Renovar plan').click();
  await payButton(page).click();
  await expect(button(page, 'Procesando...')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(dialog).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  const answered = page.waitForResponse(`**${createPreference.path}`);
  releaseRequest();
  await (await answered).finished();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
  expect(left).toEqual([]);
});
