import { expect } from '@playwright/test';
import { formatDay } from '#contract/days';
import { expectAccessibleAtBothWidths, PHONE } from './accessibility-violations.ts';
import { offeredHours, seedBookableService, seedBooking, seedBookingPage } from './booking-request-seed.ts';
import { test } from './fixtures.ts';
import { grantPaidPlan, seedPatient } from './seed.ts';

test('la reserva en línea se activa, y sus reglas cambian las horas que se ofrecen', async ({ ana, request }) => {
  await seedBookableService(request, ana);
  const page = await ana.open('/dashboard/configuracion/agenda');
  const card = page.locator('#reserva-en-linea');
  const preview = page.getByRole('region', { name: 'Así se verán tus horas' });
  await expect(preview.getByText(/^\d+ horas libres$/)).toBeVisible();
  await card.getByLabel('Anticipación mínima').selectOption('2 semanas');
  await expect(preview.getByText('Ninguna hora libre')).toBeVisible();
  await card.getByLabel('Anticipación mínima').selectOption('1 hora');
  await expect(preview.getByText(/^\d+ horas libres$/)).toBeVisible();
  await card.getByRole('switch', { name: 'Recibir reservas en línea' }).press('Space');
  const slug = `ana-${ana.user._id}`;
  await card.getByLabel('Dirección de tu página').fill(slug);
  await card.getByRole('button', { name: 'Guardar reserva en línea' }).press('Enter');
  await expect(card.getByRole('link', { name: 'Ver mi página' })).toHaveAttribute('href', RegExp(`/reservar/${slug}$`));
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'PNG, descargar el código QR' }).click();
  expect((await download).suggestedFilename()).toBe('reserva-tu-hora.png');
  await page.reload();
  await expect(card.getByRole('switch', { name: 'Recibir reservas en línea' })).toBeChecked();
  await expect(card.getByLabel('Anticipación mínima')).toHaveValue('1');
});

test('en el teléfono, un enlace a una parte de la configuración llega a ella', async ({ ana, request }) => {
  await seedBookingPage(request, ana);
  const page = await ana.open('/dashboard/reservas', { viewport: PHONE, hasTouch: true });
  await page.getByRole('link', { name: 'Configurar', exact: true }).click();
  for (const id of ['reserva-en-linea', 'recordatorios']) {
    if (id === 'recordatorios') await page.goto(`/dashboard/configuracion/agenda#${id}`);
    const card = page.locator(`#${id}`);
    await expect(card).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Comparte tu página' })).toBeAttached();
    // Below the top bar, which is 64 px high.
    await expect.poll(async () => Math.round((await card.boundingBox())?.y ?? 0)).toBe(96);
  }
});

test('una solicitud se acepta y otra se rechaza desde la agenda, solo con el teclado', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz', phone: '9 1111 2222' });
  const opened = await seedBookingPage(request, ana);
  const [first, second] = await offeredHours(request, opened);
  await seedBooking(request, opened, first, { name: 'Eva Paz Muñoz' });
  await seedBooking(request, opened, second, { name: 'Rosa Díaz Soto', rut: patient.rut });

  const page = await ana.open('/dashboard');
  await expect(page.getByRole('link', { name: /^Reservas en línea.*2 por responder$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Tienes 2 solicitudes de hora' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/reservas');
  const rosa = page.getByRole('article', { name: 'Rosa Díaz Soto' });
  await expect(rosa).toContainText('Nombre. En la ficha: Rosa Díaz');
  await expect(rosa).toContainText('Teléfono. En la ficha: 9 1111 2222');
  await expectAccessibleAtBothWidths(page);
  const eva = page.getByRole('article', { name: 'Eva Paz Muñoz' });
  await expect(eva).toContainText('Persona nueva');
  await page.getByRole('button', { name: 'Aceptar la solicitud de Eva Paz Muñoz' }).press('Enter');
  await expect(eva).toBeHidden();
  await expect(page.getByText('1 solicitud: 1 espera tu respuesta')).toBeFocused();

  await page.goto(`/dashboard/agenda?fecha=${second.date}`);
  const held = page.getByRole('button', { name: /^Rosa Díaz Soto.*Espera tu respuesta/ });
  await expect(page.getByRole('button', { name: new RegExp(`^Disponible a las ${second.time}`) })).toBeHidden();
  await held.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reserva en línea' });
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Rechazar la solicitud de Rosa Díaz Soto' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: '¿Rechazar solicitud?' });
  await expect(question).toContainText(formatDay(second.date));
  await question.getByRole('button', { name: 'Sí, rechazar' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(held).toBeHidden();
  await expect(page.getByRole('button', { name: new RegExp(`^Disponible a las ${second.time}`) })).toBeVisible();

  await page.goto(`/dashboard/agenda?fecha=${first.date}`);
  await expect(page.getByRole('article', { name: /Eva Paz Muñoz/ })).toContainText(first.time);
});
