import { expect, type Page } from '@playwright/test';
import { listCharges } from '#contract/charge-summaries';
import { expectAccessible, NARROW_PHONE } from './accessibility-violations.ts';
import { seedBookingPage } from './booking-seed.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';

test.use({ viewport: NARROW_PHONE });

const SERVICES = [{ name: 'Teleconsulta', price: 25_000, deposit: 10_000, modality: 'remote' }] as const;
/** The visit does not begin during the test, and can still be cancelled. */
const RULES = { minNoticeHours: 24 };
const PERSON = {
  'Nombre completo': 'Rosa Elena Díaz',
  RUT: '123456785',
  'Fecha de nacimiento': '09031985',
  Correo: 'rosa@ejemplo.cl',
  Teléfono: '9 1234 5678',
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const hours = (page: Page) => page.locator('details[open]').getByRole('listitem').getByRole('button');
const state = (page: Page) => page.locator('[data-part="state"]');

/** Books the first hour, and goes to the page where its deposit is paid. */
async function goToPayment(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText('Abono de $10.000 al reservar').first()).toBeVisible();
  await hours(page).first().click();
  await expect(page.getByText(/Te guardamos la hora hasta 60 minutos/)).toBeVisible();
  for (const [label, text] of Object.entries(PERSON)) {
    await page.getByLabel(label, { exact: true }).pressSequentially(text);
  }
  await page.getByLabel(/^Acepto/).check();
  await press(page, 'Continuar al pago');
  await expect(page.getByRole('heading', { level: 2, name: 'Paga el abono' })).toBeFocused();
  await page.getByRole('link', { name: 'Pagar abono' }).click();
  await expect(page).toHaveURL(/\/abono-de-prueba\/[\da-f-]{36}$/);
  await expect(page.getByText('$10.000 CLP')).toBeVisible();
}

test('una persona paga el abono, y al cancelar a tiempo se le devuelve', async ({ ana, request, page }) => {
  const errors = consoleErrorsOf(page);
  await goToPayment(page, await seedBookingPage(request, ana, { rules: RULES, services: [...SERVICES] }));
  const headers = { authorization: `Bearer ${ana.accessToken}` };
  const waiting = await (await request.get('/api/booking-requests', { headers })).json();
  expect(waiting).toMatchObject([{ status: 'unpaid', deposit: { amount: 10_000, isPaid: false } }]);

  await press(page, 'Aprobar pago');
  await expect(page).toHaveURL(/\/cita\//);
  await expect(page.getByText(/^\$10\.000, pagado/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: /^Cancelar/ }).click();
  await expect(page.getByText(/Te devolveremos el abono de \$10\.000/)).toBeVisible();
  await press(page, 'Sí, cancelar la hora');
  await expect(state(page)).toContainText('Listo, cancelaste la hora.');
  await expect(page.getByText(/^\$10\.000, (en devolución|devuelto)$/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('si el pago se rechaza, la hora sigue guardada y se puede pagar otra vez', async ({ ana, request, page }) => {
  await goToPayment(page, await seedBookingPage(request, ana, { rules: RULES, services: [...SERVICES] }));
  await press(page, 'Rechazar pago');
  await expect(page).toHaveURL(/\/cita\//);
  await expect(state(page)).toContainText('Paga el abono de $10.000 antes del');
  await page.getByRole('link', { name: 'Pagar abono' }).click();
  await press(page, 'Aprobar pago');
  await expect(page.getByText(/^\$10\.000, pagado/)).toBeVisible({ timeout: 20_000 });
});

test('la profesional cancela la cita y devuelve el abono en la misma pregunta', async ({ ana, request, page }) => {
  await goToPayment(
    page,
    await seedBookingPage(request, ana, { rules: { ...RULES, approval: 'automatic' }, services: [...SERVICES] }),
  );
  await press(page, 'Aprobar pago');
  await expect(page.getByText(/^\$10\.000, pagado/)).toBeVisible({ timeout: 20_000 });
  const headers = { authorization: `Bearer ${ana.accessToken}` };
  const { charges } = await (await request.get(listCharges.path, { headers })).json();
  const agenda = await ana.open(`/dashboard/agenda?fecha=${charges[0].date}`);
  const card = agenda.getByRole('article', { name: /Rosa Elena Díaz/ });
  await card.getByRole('button', { name: /estado de la cita/ }).click();
  await agenda.getByRole('menuitemradio', { name: 'Cancelada' }).click();
  const question = agenda.getByRole('alertdialog', { name: '¿Devolver el abono?' });
  await expect(question).toContainText('Rosa Elena Díaz pagó un abono de $10.000');
  await expectAccessible(agenda, NARROW_PHONE);
  await question.getByRole('button', { name: 'Devolver $10.000' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByText('$10.000, devuelto')).toBeVisible();
});

test('la profesional pide un abono en un servicio', async ({ ana }) => {
  const page = await ana.open('/dashboard/configuracion/agenda');
  await expect(page.getByText('Modo de prueba.')).toBeVisible();
  await press(page, 'Agregar servicio');
  const form = page.getByRole('dialog', { name: 'Agregar servicio' });
  await form.getByLabel('Nombre del servicio').fill('Teleconsulta');
  await form.getByLabel('Precio en pesos').fill('25.000');
  await form.getByRole('button', { name: 'Todo el precio' }).click();
  await expect(form.getByLabel('Abono al reservar en línea')).toHaveValue('25.000');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('list', { name: 'Servicios' })).toContainText('Abono de $25.000');
});
