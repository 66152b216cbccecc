import { expect, type Page } from '@playwright/test';
import { dayIn } from '#contract/days';
import { ERRORS } from '#contract/errors';
import { dayInWords } from '#contract/reminder-message';
import { NARROW_PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { seedBookingPage } from './booking-seed.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';

test.use({ viewport: NARROW_PHONE });

const SERVICES = [
  { name: 'Consulta', description: 'Primera consulta o control.' },
  { name: 'Control', duration: 60, price: null, modality: 'remote' },
] as const;
const ZONE = 'America/Santiago';
const PERSON = {
  'Nombre completo': 'Rosa Elena Díaz',
  RUT: '123456785',
  'Fecha de nacimiento': '09031985',
  Correo: 'rosa@ejemplo.cl',
  Teléfono: '9 1234 5678',
};

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The hours of the open day. */
const hours = (page: Page) => page.locator('details[open]').getByRole('listitem').getByRole('button');

async function fillIn(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(PERSON)) {
    await page.getByLabel(label, { exact: true }).pressSequentially(text);
  }
  await page.getByLabel(/^Acepto/).check();
}

test('una persona pide una hora, solo con el teclado, y la profesional la recibe', async ({ ana, request, page }) => {
  const errors = consoleErrorsOf(page);
  const path = await seedBookingPage(request, ana, { services: [...SERVICES] });
  await page.goto(path);
  await expect(page).toHaveTitle(`Reserva una hora con ${ana.user.name}, médico/a en Valdivia`);
  await page.getByRole('link', { name: 'Consulta' }).press('Enter');
  await expect(page.locator('details[open] summary')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(hours(page).first()).toBeFocused();
  const hour = await hours(page).first().getAttribute('aria-label');
  await page.keyboard.press('Enter');
  await expect(step(page, 'Tus datos')).toBeFocused();
  await expect(page.getByText(hour ?? '', { exact: true })).toBeVisible();
  expect(page.url()).toMatch(/\?servicio=[\da-f-]+&fecha=[\d-]+&hora=[\d:]+$/);

  await fillIn(page);
  await page.getByLabel('Teléfono').press('Enter');
  await expect(step(page, 'Solicitud enviada')).toBeFocused();
  await expect(page.getByText(`${ana.user.name} revisará tu solicitud`)).toBeVisible();
  expect(page.url()).not.toMatch(/rosa|12345678/i);
  const headers = { authorization: `Bearer ${ana.accessToken}` };
  const requests = await (await request.get('/api/booking-requests', { headers })).json();
  expect(requests).toMatchObject([{ name: 'Rosa Elena Díaz', rut: '12345678-5', birthDate: '1985-03-09' }]);
  await page.reload();
  await expect(step(page, 'Solicitud enviada')).toBeVisible();
  expect(errors).toEqual([]);
});

test('Atrás, Adelante y recargar conservan el paso y lo escrito', async ({ ana, request, page }) => {
  const path = await seedBookingPage(request, ana, { services: [...SERVICES] });
  await page.goto(path);
  await page.getByRole('link', { name: 'Control' }).click();
  await hours(page).nth(1).click();
  await page.getByLabel('Nombre completo').fill('Rosa');
  await page.goBack();
  await expect(step(page, 'Elige el día y la hora')).toBeVisible();
  await page.goBack();
  await expect(step(page, 'Elige un servicio')).toBeFocused();
  await page.goForward();
  await expect(page.locator('details[open] summary')).toBeFocused();
  await page.goForward();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Rosa');
  await page.reload();
  await expect(step(page, 'Tus datos')).toBeVisible();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Rosa');
});

test('si la hora se ocupa mientras tanto, la página lo dice y muestra las siguientes', async ({
  ana,
  request,
  newContext,
  page,
}) => {
  const path = await seedBookingPage(request, ana);
  await page.goto(path);
  const taken = await hours(page).first().getAttribute('aria-label');
  await hours(page).first().click();
  await fillIn(page);
  const other = await (await newContext({ viewport: NARROW_PHONE })).newPage();
  await other.goto(page.url());
  await fillIn(other);
  await press(other, 'Pedir la hora');
  await expect(step(other, 'Solicitud enviada')).toBeVisible();

  await press(page, 'Pedir la hora');
  await expect(page.getByText('Esa hora se acaba de ocupar.').first()).toBeVisible();
  await expect(hours(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: taken ?? '', exact: true })).toHaveCount(0);
  await hours(page).first().click();
  await expect(page.getByLabel('RUT', { exact: true })).toHaveValue('12.345.678-5');
  await press(page, 'Pedir la hora');
  await expect(step(page, 'Solicitud enviada')).toBeVisible();
});

test('donde hay correo, la página dice hasta cuándo confirmar y vuelve a enviarlo', async ({ ana, request, page }) => {
  const path = await seedBookingPage(request, ana);
  const slug = path.split('/').pop();
  const expiresAt = new Date(Date.now() + 1_800_000).toISOString();
  await answer(page, `/api/booking/${slug}`, { status: 'unverified', expiresAt, bookingKey: 'llave' }, 'POST', 201);
  const { status, message } = ERRORS.BOOKING_RESENT_TOO_OFTEN;
  await answer(
    page,
    '/api/bookings/llave/resend',
    { code: 'BOOKING_RESENT_TOO_OFTEN', error: message },
    'POST',
    status,
  );
  await page.goto(path);
  await hours(page).first().click();
  await fillIn(page);
  await press(page, 'Pedir la hora');
  await expect(page.getByText('Te enviamos un correo a rosa@ejemplo.cl.')).toBeVisible();
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, timeStyle: 'short' });
  const deadline = `${dayInWords(dayIn(ZONE, new Date(expiresAt)))} a las ${time.format(new Date(expiresAt))}`;
  await expect(page.getByText(`Confirma antes del ${deadline}`)).toBeVisible();
  await press(page, 'Enviar de nuevo');
  await expect(page.getByText(message)).toBeVisible();
});

test('sin JavaScript se lee quién atiende y qué ofrece', async ({ ana, request, newContext }) => {
  const path = await seedBookingPage(request, ana, { services: [...SERVICES] });
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  const reply = await page.goto(path);
  expect(reply?.headers()).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' });
  expect(reply?.headers()).not.toHaveProperty('x-robots-tag');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reserva una hora con ${ana.user.name}`);
  await expect(page.getByText('30 min · $25.000 · Presencial')).toBeVisible();
  await expect(page.getByText('1 h · A convenir · Remota')).toBeVisible();
  await expect(page.getByText('Primera consulta o control.')).toBeVisible();
});

test('una página que no existe responde como cualquier otra', async ({ page }) => {
  const reply = await page.goto('/reservar/nadie-con-este-nombre');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página no encontrada');
});
