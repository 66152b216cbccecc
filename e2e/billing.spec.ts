import { expect, type Page } from '@playwright/test';
import {
  checkPayments,
  createPreference,
  getSubscriptionInfo,
  listPayments,
  PAYMENT_STATUSES,
  type Payment,
  type SubscriptionInfo,
} from '#contract/billing';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { recordRequests } from './requests.ts';
import { endPaidPlan, grantPaidPlan, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const TAB = '/dashboard/configuracion?tab=suscripcion';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payButton = (page: Page) => button(page, 'Pagar con Mercado Pago');
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const badge = (page: Page, text: string) => page.getByRole('tabpanel').getByText(text, { exact: true });
const payments = (page: Page) => page.getByRole('list', { name: 'Pagos' }).getByRole('listitem');

const DAY_MS = 24 * 3600 * 1000;
const subscription = (details: Partial<SubscriptionInfo>): SubscriptionInfo => ({
  subscriptionType: 'monthly',
  subscriptionStatus: 'paid',
  subscriptionExpiresAt: new Date(Date.now() + 5 * DAY_MS).toISOString(),
  daysRemaining: 5,
  status: 'expiring_soon',
  ...details,
});
const mockSubscription = (page: Page, details: Partial<SubscriptionInfo>) =>
  page.route(`**${getSubscriptionInfo.path}`, (route) => route.fulfill({ json: subscription(details) }));

test('del plan elegido al pago aprobado, y una recarga no repite el aviso', async ({ ana, request }) => {
  await seedPatient(request, ana);
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(TAB);
  await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
  await expect(fact(page, 'Pacientes')).toContainText('1 / 1');
  await expect(fact(page, 'Pacientes').getByText('1 paciente de un máximo de 1')).toBeAttached();
  await expect(fact(page, 'Próximo pago')).toContainText('Sin próximo pago');
  await expect(page.getByText('Aún no tienes pagos')).toBeVisible();

  const annual = page.getByRole('radio', { name: 'Anual' });
  await expect(page.getByRole('radio', { name: 'Mensual' })).toHaveAccessibleDescription(/\$3\.990 CLP al mes/);
  await expect(annual).toHaveAccessibleDescription(
    /\$37\.990 CLP al año Equivale a 3\.166 CLP al mes\. Ahorras 824 CLP al mes: 9\.890 CLP al año\./,
  );
  await expect(page.getByText('Mejor valor')).toBeVisible();
  await annual.check();
  await expect(page.getByText('$37.990 CLP una sola vez, por un año')).toBeVisible();
  await expectAccessible(page);

  await payButton(page).click();
  await expect(page).toHaveURL(/\/pago-de-prueba\/[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle(/^Pago de prueba/);
  await expect(page.getByText('Esto es una prueba: no se mueve dinero.')).toBeVisible();
  await expect(fact(page, 'Descripción')).toContainText('Plan Profesional anual');
  await expect(fact(page, 'Monto')).toContainText('$37.990 CLP');
  await expect(fact(page, 'Email')).toContainText(ana.user.email);
  await expectAccessible(page);

  await button(page, 'Aprobar pago').click();
  await expect(toast(page)).toContainText('¡Pago Exitoso!');
  await expect(page).toHaveURL(TAB);
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
  await expect(payments(page)).toHaveText([/Plan Profesional anual.*\$37\.990 CLP.*Aprobado/]);
  await expectAccessible(page);

  await page.reload();
  await expect(fact(page, 'Estado')).toContainText('Activo');
  await expect(toast(page)).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});

test('un pago rechazado y uno pendiente se dicen, quedan en el historial y no cambian el plan', async ({ ana }) => {
  const page = await ana.open(TAB);
  await payButton(page).click();
  await button(page, 'Rechazar pago').click();
  await expect(toast(page)).toContainText('Pago Rechazado');
  await expect(page).toHaveURL(TAB);
  await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
  await expect(payments(page)).toHaveText([/Plan Profesional mensual.*\$3\.990 CLP.*Rechazado/]);

  await payButton(page).click();
  await button(page, 'Dejar pendiente').click();
  await expect(toast(page)).toContainText('Pago Pendiente');
  await expect(toast(page).locator('.lucide-info'), 'no es un éxito').toBeVisible();
  await expect(page).toHaveURL(TAB);
  await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
  await expect(payments(page)).toHaveText([/Pendiente/, /Rechazado/]);
  await expect(payButton(page)).toHaveAccessibleDescription(
    /^Tienes un pago pendiente de \$3\.990 del \d{2}\/\d{2}\/\d{4}\. Si pagas de nuevo, se sumará otro período\.$/,
  );
  await page.reload();
  await expect(payments(page)).toHaveText([/Pendiente/, /Rechazado/]);
  await expect(toast(page)).toHaveCount(0);
});

test('quien escribe el éxito en la dirección no lo obtiene: la pantalla muestra lo que dice el servidor', async ({
  ana,
}) => {
  const page = await ana.newPage();
  const checks = recordRequests(page, checkPayments.path);
  const asked = recordRequests(page, getSubscriptionInfo.path);
  await page.goto(`${TAB}&payment=success&payment_id=123&status=approved&external_reference=fa-1&site_id=MLC`);
  await expect(toast(page)).toContainText('¡Pago Exitoso!');
  await expect(page).toHaveURL(TAB);
  // On opening, after the check, and again two seconds later.
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3);
  expect(checks).toHaveLength(1);
  await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
  await expect(payButton(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('al volver del pago, lo que se había pedido antes de preguntar al proveedor se pide de nuevo', async ({ ana }) => {
  const page = await ana.newPage();
  // The first requests are never answered: the page shows something only if it asks again.
  for (const { path } of [getSubscriptionInfo, listPayments]) await page.route(`**${path}`, () => {}, { times: 1 });
  await page.goto(`${TAB}&payment=pending`);
  await expect(toast(page)).toContainText('Pago Pendiente');
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByText('Aún no tienes pagos')).toBeVisible();
});

test('una palabra desconocida se quita de la dirección en silencio', async ({ ana }) => {
  const page = await ana.newPage();
  const checks = recordRequests(page, checkPayments.path);
  await page.goto('/dashboard/configuracion?payment=quizas&status=null');
  await expect(page).toHaveURL(TAB);
  await expect(payButton(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  expect(checks).toEqual([]);
});

test('el botón sigue ocupado mientras el navegador se va, y revive si la página vuelve como estaba', async ({
  ana,
}) => {
  const page = await ana.newPage();
  const sent = recordRequests(page, createPreference.path);
  const { promise: held, resolve: releaseRequest } = Promise.withResolvers<void>();
  const initPoint = 'https://www.mercadopago.cl/checkout/v1/redirect?pref_id=1';
  await page.route(`**${createPreference.path}`, async (route) => {
    await held;
    await route.fulfill({ json: { success: true, preference: { id: '1', initPoint } } });
  });
  // A 204 leaves the browser on the page, as a slow checkout does.
  await page.route(initPoint, (route) => route.fulfill({ status: 204 }));
  await page.goto(TAB);
  await payButton(page).dblclick();
  const busy = button(page, 'Procesando...');
  await expect(busy).toBeDisabled();
  await expect(busy).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Anual' })).toBeDisabled();
  const leaving = page.waitForRequest(initPoint);
  releaseRequest();
  await leaving;
  await expect(busy).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(payButton(page)).toBeEnabled();
  expect(sent).toHaveLength(1);
});

test('a pocos días del término hay un aviso para renovar', async ({ ana }) => {
  const page = await ana.newPage();
  await mockSubscription(page, { daysRemaining: 1 });
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Tu plan vence pronto' })).toBeVisible();
  await expect(page.getByText(/^Te queda 1 día: vence el \d{2}\/\d{2}\/\d{4} a las \d{2}:\d{2}\.$/)).toBeVisible();
  await expect(fact(page, 'Estado')).toContainText('Por vencer');
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
  await button(page, 'Renovar plan').click();
  const dialog = page.getByRole('dialog', { name: 'Renovar plan' });
  await expect(dialog).toContainText('El nuevo período se suma al tiempo que te queda.');
  await expect(dialog.getByRole('radio', { name: 'Mensual' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pagar con Mercado Pago' }).click();
  await expect(page).toHaveURL(/\/pago-de-prueba\//);
});

test('terminado el período se dice, y puede elegirse otro', async ({ ana }) => {
  const page = await ana.newPage();
  await mockSubscription(page, { status: 'expired', daysRemaining: 0, subscriptionStatus: 'free' });
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Tu período terminó' })).toBeVisible();
  await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Mensual' })).toBeChecked();
  await expectAccessible(page);
});

test('un plan dado por la administración no tiene fechas ni nada que pagar', async ({ ana }) => {
  await grantPaidPlan(ana);
  const page = await ana.open(TAB);
  await expect(badge(page, 'Plan Profesional')).toBeVisible();
  await expect(fact(page, 'Tipo')).toContainText('Sin fecha de término');
  await expect(page.getByText('No tienes que pagar ni renovar.')).toBeVisible();
  await expect(fact(page, 'Próximo pago')).toContainText('Sin próximo pago');
  await expect(fact(page, 'Vence')).toHaveCount(0);
  await expect(payButton(page)).toHaveCount(0);
});

const manyPayments = Array.from({ length: 41 }, (_, at): Payment => {
  const status = PAYMENT_STATUSES[at % PAYMENT_STATUSES.length] ?? 'approved';
  const createdAt = new Date(Date.UTC(2026, 5, 1) - at * DAY_MS).toISOString();
  const _id = `0197a000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;
  const what = { description: 'Plan Profesional mensual', amount: 3990, subscriptionType: 'monthly' } as const;
  return { _id, createdAt, processedAt: null, currency: 'CLP', status, isVoid: false, ...what };
});

test('un historial largo se recorre por páginas, cada pago con su estado', async ({ ana }) => {
  const page = await ana.newPage();
  await page.route(`**${listPayments.path}`, (route) => route.fulfill({ json: manyPayments }));
  await page.goto(TAB);
  await expect(payments(page)).toHaveCount(10);
  for (const word of ['Aprobado', 'Pendiente', 'Rechazado', 'Cancelado', 'Reembolsado']) {
    await expect(payments(page).filter({ hasText: word }), word).toHaveCount(2);
  }
  await expect(payments(page).first()).toContainText('31/05/2026 20:00');
  await expectAccessible(page);
  for (let step = 1; step < 5; step++) await button(page, 'Siguiente').click();
  await expect(page.getByText('Página 5 de 5')).toBeVisible();
  await expect(payments(page)).toHaveCount(1);
});

test('lo comprado en la página de prueba, donde ya no cuenta, se ve como pago de prueba', async ({ ana }) => {
  const page = await ana.newPage();
  const json = PAYMENT_STATUSES.map((status, at) => ({ ...manyPayments[at], status, isVoid: true }));
  await page.route(`**${listPayments.path}`, (route) => route.fulfill({ json }));
  await page.goto(TAB);
  await expect(payments(page)).toHaveText(PAYMENT_STATUSES.map(() => /\$3\.990 CLP.*Pago de prueba$/));
  await expect(page.getByText('Tienes un pago pendiente')).toHaveCount(0);
  await expectAccessible(page);
});

test('un estado que la página aún no conoce se muestra como pendiente', async ({ ana }) => {
  const page = await ana.newPage();
  const unknown = { status: 'paused', subscriptionType: 'weekly' };
  const mockReply = (path: string, json: unknown) => page.route(`**${path}`, (route) => route.fulfill({ json }));
  await mockReply(listPayments.path, [{ ...manyPayments[0], status: 'in_mediation' }]);
  await mockReply(getSubscriptionInfo.path, { ...subscription({}), ...unknown });
  await page.goto(TAB);
  await expect(payments(page)).toHaveText([/Plan Profesional mensual.*Pendiente/]);
  await expect(fact(page, 'Estado')).toContainText('Pendiente');
  await expect(fact(page, 'Tipo')).toContainText('Profesional');
  await mockReply(getSubscriptionInfo.path, { ...subscription({}), ...unknown, subscriptionStatus: 'free' });
  await page.reload();
  await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Mensual' })).toBeChecked();
});

test('solo con el teclado, desde el teléfono: elegir, pagar y aprobar', async ({ ana }) => {
  const page = await ana.open(TAB, { viewport: PHONE });
  await page.getByRole('radio', { name: 'Mensual' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Anual' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(payButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Aprobar pago')).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Aprobar pago')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('¡Pago Exitoso!');
  await expect(badge(page, 'Plan Profesional')).toBeVisible();
});

test('«Más Info» dice el correo de quien opera la instalación, si lo informa', async ({ ana }) => {
  const page = await ana.newPage();
  await page.route(`${TAB.split('?')[0]}**`, async (route) => {
    const body = await (await route.fetch()).text();
    const stated = 'data-legal-entity="{&quot;email&quot;:&quot;hola@sur.cl&quot;}"';
    await route.fulfill({ contentType: 'text/html', body: body.replace(/data-legal-entity="[^"]*"/, stated) });
  });
  await page.goto(TAB);
  await button(page, 'Más Info').click();
  await expect(toast(page)).toContainText('Escríbenos a hola@sur.cl.');
});

test('lo que no carga se dice y puede intentarse de nuevo', async ({ ana }) => {
  const page = await ana.newPage();
  for (const { path } of [getSubscriptionInfo, listPayments]) {
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 2 });
  }
  await page.goto(TAB);
  await expect(page.getByText('No se pudo cargar la suscripción', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No se pudo cargar el historial de pagos', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Aún no tienes pagos')).toHaveCount(0);
  await button(page, 'Volver a intentar').first().click();
  await expect(payButton(page)).toBeVisible();
  await button(page, 'Volver a intentar').click();
  await expect(page.getByText('Aún no tienes pagos')).toBeVisible();
});

test('un pago de prueba ajeno o inexistente es una página que no existe, y sin sesión se entra primero', async ({
  ana,
  newPerson,
  page: visitor,
}) => {
  const page = await ana.open(TAB);
  await payButton(page).click();
  await expect(button(page, 'Aprobar pago')).toBeVisible();
  const { pathname } = new URL(page.url());

  const stranger = await (await newPerson()).newPage();
  for (const path of [pathname, '/pago-de-prueba/0197a000-0000-7000-8000-000000000000', '/pago-de-prueba/nada']) {
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', { level: 1, name: 'Página no encontrada' }), path).toBeVisible();
  }
  await expectAccessible(stranger, [PHONE]);
  await stranger.getByRole('link', { name: 'Ir a Configuración de Cuenta' }).click();
  await expect(stranger).toHaveURL(/^[^?]*\/dashboard\/configuracion/);

  await visitor.goto(pathname);
  await expect(visitor).toHaveURL('/login');
});

test('desde lo que el plan no permite se llega a los planes', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  const [rosa] = [await seedPatient(request, ana), await seedPatient(request, ana)];
  await endPaidPlan(ana);
  const profile = `/dashboard/pacientes/${rosa?._id}`;
  for (const [path, link] of [
    [profile, 'Ver planes'],
    [`${profile}/atencion`, 'Ver Configuración de Cuenta'],
  ] as const) {
    const page = await ana.open(path);
    await expect(page.getByRole('link', { name: link })).toBeVisible();
    await expectAccessible(page, [PHONE]);
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(TAB);
    await expect(payButton(page)).toBeVisible();
  }
});
