import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addDays, dayIn } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import { dayInWords } from '#contract/reminder-message';
import type { ReminderSettings } from '#contract/reminder-settings';
import { expectAccessible, NARROW_PHONE } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { type Person, test } from './fixtures.ts';
import { seedAppointment, seedAppointmentLink, seedPatient } from './seed.ts';

test.use({ viewport: NARROW_PHONE });

const SETTINGS: Partial<ReminderSettings> = { place: 'Av. Colón 123, Punta Arenas', phone: '+56 61 2 234567' };
const TODAY = dayIn('America/Santiago', new Date());
const isHoliday = (day: string) => holidaysOf(Number(day.slice(0, 4))).has(day);
/** The page offers hours of the next two weeks at first, and none on a holiday. */
const DAY = [10, 11, 12, 13].map((days) => addDays(TODAY, days)).find((day) => !isHoliday(day)) ?? '';
const YEAR = DAY.slice(0, 4);
const DAY_IN_WORDS = TODAY.startsWith(YEAR) ? dayInWords(DAY) : `${dayInWords(DAY)} de ${YEAR}`;

async function bookedVisit(request: APIRequestContext, ana: Person, settings: Partial<ReminderSettings> = {}) {
  const patient = await seedPatient(request, ana, { name: 'Rosa Elena Díaz', phone: '9 1234 5678' });
  const visit = { patientId: patient._id, date: DAY, time: '15:30', duration: 60 } as const;
  return { patient, path: await seedAppointmentLink(request, ana, visit, { ...SETTINGS, ...settings }) };
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const openDay = (page: Page) => page.locator('summary', { hasText: DAY_IN_WORDS }).click();
const state = (page: Page) => page.locator('[data-part="state"]');

test('el paciente confirma su asistencia con el enlace, sin iniciar sesión', async ({ ana, request, page }) => {
  const errors = consoleErrorsOf(page);
  const { path } = await bookedVisit(request, ana);
  const reply = await page.goto(path);
  expect(reply?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tu hora con ${ana.user.name}`);
  await expect(page.getByText(`${DAY_IN_WORDS} a las 15:30`)).toBeVisible();
  await expect(page.getByText('Rosa E.', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Díaz');
  await press(page, 'Confirmar asistencia');
  await expect(state(page)).toHaveText('Listo, confirmaste tu asistencia.');
  await expect(state(page)).toBeFocused();
  await page.reload();
  await expect(state(page)).toHaveText('Tu asistencia está confirmada.');
  await expect(page.getByRole('button', { name: 'Confirmar asistencia' })).toBeHidden();
  const download = await request.get((await page.getByRole('link', { name: /calendario/ }).getAttribute('href')) ?? '');
  expect([download.headers()['content-type'], await download.text()]).toEqual([
    'text/calendar; charset=utf-8',
    expect.stringContaining('BEGIN:VEVENT'),
  ]);
  expect(errors).toEqual([]);
});

test('el paciente cancela su hora después de una pregunta, solo con el teclado', async ({ ana, request, page }) => {
  const { path } = await bookedVisit(request, ana);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Cancelar la hora' })).toBeVisible();
  const tabTo = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 12; presses++) {
      if (await button.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await tabTo('Cancelar la hora');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '¿Cancelar la hora?' })).toBeFocused();
  await expectAccessible(page, NARROW_PHONE);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Estoy de viaje');
  await tabTo('Sí, cancelar la hora');
  await page.keyboard.press('Enter');
  await expect(state(page)).toContainText('Listo, cancelaste la hora.');
  await expect(state(page)).toBeFocused();
});

test('dentro del plazo de aviso la página da el teléfono al que llamar', async ({ ana, request, page }) => {
  const patient = await seedPatient(request, ana, { phone: '9 1234 5678' });
  const visit = { patientId: patient._id, date: addDays(TODAY, 2), time: '15:30' };
  await page.goto(await seedAppointmentLink(request, ana, visit, { ...SETTINGS, cancelNoticeHours: 168 }));
  const late = page.getByText('Para cancelar o cambiar la hora');
  await expect(late.getByRole('link')).toHaveAttribute('href', 'tel:+56612234567');
  await expect(page.getByRole('button', { name: 'Cancelar la hora' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Confirmar asistencia' })).toBeVisible();
});

test('si otra persona toma la hora elegida, la página lo dice y ofrece las que quedan', async ({
  ana,
  request,
  page,
}) => {
  const { patient, path } = await bookedVisit(request, ana, { allowMove: true });
  await page.goto(path);
  await press(page, 'Cambiar la hora');
  const [taken, free] = [`${DAY_IN_WORDS} a las 09:00`, `${DAY_IN_WORDS} a las 11:00`];
  await openDay(page);
  await press(page, taken);
  await expect(page.getByRole('heading', { name: `¿Cambiar tu hora al ${taken}?` })).toBeFocused();
  await seedAppointment(request, ana, { patientId: patient._id, date: DAY, time: '09:00', duration: 60 });
  await press(page, 'Cambiar a esta hora');
  await expect(page.getByText('Esa hora se acaba de ocupar. Elige otra.')).toBeVisible();
  await expect(page.getByRole('button', { name: taken })).toBeHidden();
  await press(page, free);
  await press(page, 'Cambiar a esta hora');
  await expect(state(page)).toContainText('Listo, cambiaste tu hora.');
  await expect(page.locator('[data-part="when"]')).toHaveText(free);
});

test('el paciente deja de recibir recordatorios después de una pregunta', async ({ ana, request, page }) => {
  const { path } = await bookedVisit(request, ana);
  await page.goto(path);
  await press(page, 'No recibir más recordatorios');
  await press(page, 'No recibir más');
  await expect(state(page)).toContainText('Listo, no recibirás más recordatorios.');
  await page.reload();
  await expect(page.getByText('No recibes recordatorios de tus horas.')).toBeVisible();
});

test('sin conexión la página se queda y ofrece intentar de nuevo', async ({ ana, request, page }) => {
  const { path } = await bookedVisit(request, ana);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Confirmar asistencia' })).toBeVisible();
  await page.context().setOffline(true);
  await press(page, 'Confirmar asistencia');
  await expect(page.getByText('No pudimos conectarnos.')).toBeVisible();
  await page.context().setOffline(false);
  await press(page, 'Intentar de nuevo');
  await expect(state(page)).toContainText('Listo, confirmaste tu asistencia.');
});

test('un enlace terminado y el enlace de una prueba lo dicen', async ({ page }) => {
  await page.goto(`/cita/${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no es válido');
  await page.goto('/cita/prueba');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este es un enlace de prueba');
});

test('a quien está en otra zona horaria la página le dice de dónde es la hora', async ({
  newPerson,
  request,
  newContext,
}) => {
  const ana = await newPerson({ region: 'Región de Magallanes y de la Antártica Chilena' });
  const { path } = await bookedVisit(request, ana);
  const page = await (await newContext({ timezoneId: 'Europe/Madrid' })).newPage();
  await page.goto(path);
  await expect(page.getByText(/a las 15:30 \(hora de Magallanes\)/)).toBeVisible();
});

test('si la hora cambió mientras la página estaba abierta, muestra la nueva antes de responder', async ({
  ana,
  request,
  page,
}) => {
  const { path } = await bookedVisit(request, ana, { allowMove: true });
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Confirmar asistencia' })).toBeVisible();
  const data = { date: DAY, time: '09:00' };
  expect((await request.post(`/api/appointment-links/${path.split('/').pop()}/move`, { data })).status()).toBe(200);
  await press(page, 'Confirmar asistencia');
  await expect(page.getByText('Tu hora cambió. Revisa la nueva hora antes de responder.')).toBeVisible();
  await expect(page.locator('[data-part="when"]')).toHaveText(`${DAY_IN_WORDS} a las 09:00`);
  await expect(page.locator('[data-part="when"]')).toBeFocused();
  await press(page, 'Confirmar asistencia');
  await expect(state(page)).toHaveText('Listo, confirmaste tu asistencia.');
});

test('el botón Atrás cierra la elección de otra hora y no sale de la página', async ({ ana, request, page }) => {
  const { path } = await bookedVisit(request, ana, { allowMove: true });
  await page.goto(path);
  await press(page, 'Cambiar la hora');
  await openDay(page);
  await press(page, `${DAY_IN_WORDS} a las 09:00`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Elige otra hora' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Cambiar la hora' })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(path);
  await press(page, 'Cambiar la hora');
  await press(page, 'Mantener mi hora');
  await expect(page.getByRole('button', { name: 'Cambiar la hora' })).toBeFocused();
});

test('si el código de la página no llega, la página aconseja qué hacer', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`/cita/${'x'.repeat(43)}`);
  const advice = page.getByText('Si no ves tu hora, recarga la página');
  await expect(page.getByText('Buscando tu hora…')).toBeVisible();
  await expect(advice).toBeHidden();
  await expect(advice).toBeVisible({ timeout: 20_000 });
});
