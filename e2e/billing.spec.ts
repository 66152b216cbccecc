import { expect, type Page } from '@playwright/test';
import {
  getSubscriptionInfo,
  listPayments,
  PAYMENT_STATUSES,
  type Payment,
  type SubscriptionInfo,
} from '#contract/billing';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { endPaidPlan, grantPaidPlan, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const TAB = '/dashboard/configuracion?tab=suscripcion';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payButton = (page: Page) => button(page, 'Pagar con Mercado Pago');
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const badge = (page: Page, text: string) => page.getByRole('tabpanel').getByText(text, { exact: true });
const payments = (page: Page) => page.getByRole('list', { name: 'Pagos' }).getByRole('listitem');

test('del plan elegido al pago: rechazado, pendiente y aprobado, y una recarga no repite el aviso', async ({
  ana,
  request,
}) => {
  await seedPatient(request, ana);
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(TAB);
  await test.step('sin plan se ve la prueba gratuita', async () => {
    await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
    await expect(fact(page, 'Pacientes')).toContainText('1 / 1');
    await expect(fact(page, 'Pacientes').getByText('1 paciente de un máximo de 1')).toBeAttached();
    await expect(fact(page, 'Próximo pago')).toContainText('Sin próximo pago');
    await expect(page.getByText('Aún no tienes pagos')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('un pago rechazado y uno pendiente quedan en el historial y no cambian el plan', async () => {
    await payButton(page).click();
    await expect(page).toHaveURL(/\/pago-de-prueba\/[0-9a-f-]{36}$/);
    await expect(page).toHaveTitle(/^Pago de prueba/);
    await expect(fact(page, 'Descripción')).toContainText('Plan Profesional mensual');
    await expect(fact(page, 'Monto')).toContainText('$3.990 CLP');
    await expect(fact(page, 'Email')).toContainText(ana.user.email);
    await expectAccessible(page);
    await button(page, 'Rechazar pago').click();
    await expect(toast(page)).toContainText('Pago Rechazado');
    await expect(page).toHaveURL(TAB);
    await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
    await expect(payments(page)).toHaveText([/Plan Profesional mensual.*\$3\.990 CLP.*Rechazado/]);

    await payButton(page).click();
    await button(page, 'Dejar pendiente').click();
    await expect(toast(page)).toContainText('Pago Pendiente');
    await expect(page).toHaveURL(TAB);
    await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
    await expect(payments(page)).toHaveText([/Pendiente/, /Rechazado/]);
    await expect(payButton(page)).toHaveAccessibleDescription(
      /^Tienes un pago pendiente de \$3\.990 del \d{2}\/\d{2}\/\d{4}\. Si pagas de nuevo, se sumará otro período\.$/,
    );
  });

  await test.step('solo con el teclado, desde el teléfono: elegir, pagar y aprobar', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('radio', { name: 'Mensual' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Anual' })).toBeChecked();
    await expect(page.getByText('$37.990 CLP una sola vez, por un año')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(payButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(fact(page, 'Descripción')).toContainText('Plan Profesional anual');
    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Aprobar pago')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('¡Pago Exitoso!');
    await expect(page).toHaveURL(TAB);
  });

  await test.step('el plan pagado se ve completo', async () => {
    await expect(badge(page, 'Plan Profesional')).toBeVisible();
    await expect(fact(page, 'Pacientes')).toContainText('1 / ∞');
    await expect(fact(page, 'Pacientes').getByText('1 paciente, sin límite')).toBeAttached();
    await expect(fact(page, 'Próximo pago')).toContainText(/\d{2}\/\d{2}\/\d{4}/);
    await expect(fact(page, 'Tipo')).toContainText('Anual');
    await expect(fact(page, 'Vence')).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    await expect(fact(page, 'Días restantes')).toContainText(/36[56] días/);
    await expect(fact(page, 'Estado')).toContainText('Activo');
    await expect(page.getByText('Firma digital en recetas')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(payments(page).first()).toHaveText(/Plan Profesional anual.*\$37\.990 CLP.*Aprobado/);
    await expectAccessible(page);
    await page.reload();
    await expect(fact(page, 'Estado')).toContainText('Activo');
    await expect(payments(page)).toHaveText([/Aprobado/, /Pendiente/, /Rechazado/]);
    await expect(toast(page)).toHaveCount(0);
    expect(consoleErrors).toEqual([]);
  });

  await test.step('un pago de prueba que no existe', async () => {
    await page.goto('/pago-de-prueba/0197a000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
    await expectAccessible(page, PHONE);
  });
});

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

test('cuando el plan termina con más pacientes que su límite se dice, y se llega a los planes', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  const [rosa] = [await seedPatient(request, ana), await seedPatient(request, ana)];
  const profile = `/dashboard/pacientes/${rosa?._id}`;
  const page = await ana.open(profile);
  await expect(page.getByText('No hay registros clínicos')).toBeVisible();
  await expect(page.getByText('Funcionalidad Limitada')).toHaveCount(0);
  await endPaidPlan(ana);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  await expect(page.getByText('Las funciones clínicas multipaciente requieren una cuenta Pro.')).toBeVisible();
  await expect(button(page, 'Agregar Atención')).toBeDisabled();
  await expect(button(page, 'Nuevo Certificado')).toBeDisabled();
  for (const [path, link] of [
    [profile, 'Ver planes'],
    [`${profile}/atencion`, 'Ver Configuración de Cuenta'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: link })).toBeVisible();
    await expectAccessible(page, PHONE);
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(TAB);
    await expect(payButton(page)).toBeVisible();
  }
});
