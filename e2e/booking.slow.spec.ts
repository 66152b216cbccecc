import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths, NARROW_PHONE, PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { seedBookingPage } from './booking-seed.ts';
import { test } from './fixtures.ts';

const LONG_NAME = 'Dra. María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea Etcheverry';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

test('sin barreras: cada paso de la reserva', async ({ newPerson, request, page }) => {
  const person = await newPerson({ name: LONG_NAME });
  const path = await seedBookingPage(request, person, {
    rules: { message: 'Trae tus exámenes.\nSegundo piso.', newPatients: false },
    services: [
      { description: 'Primera consulta o control.' },
      { name: 'Control', price: 25_000, modality: 'remote', deposit: 10_000 },
    ],
  });
  await page.goto(path);
  await expect(step(page, 'Elige un servicio')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('link', { name: 'Control' }).click();
  await expect(page.locator('details[open] summary')).toBeFocused();
  await expectAccessibleAtBothWidths(page);

  await page.locator('details[open]').getByRole('listitem').getByRole('button').first().click();
  await page.getByLabel('No tengo RUT').check();
  await press(page, 'Continuar al pago');
  await expect(page.getByText('El nombre es requerido')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('link', { name: 'Volver a las horas' }).click();
  await page.getByRole('link', { name: 'Avísame si se libera una hora' }).click();
  await expect(step(page, 'Avísame si se libera una hora')).toBeVisible();
  await expectAccessible(page, NARROW_PHONE);
});

test('sin barreras: la reserva sin horas, sin conexión y por confirmar', async ({ ana, request, page }) => {
  const path = await seedBookingPage(request, ana);
  const slug = path.split('/').pop();
  await page.route(`/api/booking/${slug}/slots?*`, (route) => route.abort(), { times: 1 });
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible();
  await expectAccessible(page, PHONE);

  await answer(page, `/api/booking/${slug}/slots?*`, []);
  const next = { date: '2030-01-07', time: '09:00', bookableFrom: '2029-12-08' };
  await answer(page, `/api/booking/${slug}/next?*`, { next });
  await press(page, 'Intentar de nuevo');
  await expect(
    page
      .getByRole('main')
      .getByText(/Sin horas en los próximos 30 días/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page, PHONE);

  const done = { status: 'unverified', service: 'Consulta', email: 'rosa@ejemplo.cl', bookingKey: 'llave' };
  const expiresAt = new Date(Date.now() + 1_800_000).toISOString();
  await page.evaluate((state) => history.replaceState({ done: state }, ''), { ...done, expiresAt });
  await page.reload();
  await press(page, 'Corregir mi correo');
  await page.getByLabel('Correo correcto').fill('');
  await press(page, 'Enviar a este correo');
  await expect(page.getByText('Escribe un correo válido')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
