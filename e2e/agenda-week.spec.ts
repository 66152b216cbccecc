import { expect, type Locator, type Page } from '@playwright/test';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { seedAppointment, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const MONDAY = '2030-01-07';
const TUESDAY = '2030-01-08';

const card = (page: Page) => page.getByRole('article', { name: /Rosa Díaz/ });
const slot = (page: Page, date: string, time: string) => page.locator(`[data-slot="${date} ${time}"]`);

/** Drags a card by its upper left part, with the mouse, into a slot. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  await page.mouse.move(start.x + 12, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 30, { steps: 4 });
  await page.mouse.move(end.x + 20, end.y + 12, { steps: 6 });
  await expect(to).toHaveAttribute('data-drop-target', '');
  await page.mouse.up();
}

test('en el día una cita se arrastra a otra hora, se deshace con el teclado y vuelve si la hora está tomada', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedAppointment(request, ana, { patientId: patient._id, date: MONDAY, time: '09:00' });
  const page = await ana.open(`/dashboard/agenda?fecha=${MONDAY}`, { viewport: WIDE });
  await expect(card(page)).toContainText('09:00 - 09:30');

  await drag(page, card(page), slot(page, MONDAY, '10:30'));
  await expect(card(page)).toContainText('10:30 - 11:00');
  await expect(toast(page)).toContainText('La cita quedó para el 07/01/2030 a las 10:30');
  expect(page.url(), 'arrastrar no abre la ficha').toContain('/dashboard/agenda');

  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(toast(page).getByRole('button', { name: 'Deshacer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('La cita quedó como antes');
  await expect(card(page)).toContainText('09:00 - 09:30');

  await seedAppointment(request, ana, { patientId: patient._id, date: MONDAY, time: '11:00' });
  await drag(page, card(page), slot(page, MONDAY, '11:00'));
  await expect(toast(page)).toContainText('Ya existe una cita en ese horario');
  await expect(card(page).first()).toContainText('09:00 - 09:30');
});

test('con el teclado se cambia el estado, la hora y se agenda desde la semana', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedAppointment(request, ana, { patientId: patient._id, date: MONDAY, time: '09:00' });
  const page = await ana.open(`/dashboard/agenda?fecha=${MONDAY}`, { viewport: WIDE });
  await page.getByRole('link', { name: 'Semana', exact: true }).click();
  await expect(page).toHaveURL(/vista=semana&fecha=2030-01-07/);
  await expect(page.getByRole('heading', { name: 'Semana del 7 al 13 de enero, 2030' })).toBeVisible();
  const days = page.getByRole('list', { name: /^Citas del/ });
  await expect(days, 'nadie trabaja el fin de semana').toHaveCount(5);
  const weekend = page.getByRole('button', { name: 'Mostrar fin de semana' });
  await weekend.press('Enter');
  await expect(days).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'Ocultar fin de semana' })).toBeFocused();

  const status = page.getByRole('button', { name: /estado de la cita de Rosa Díaz/ });
  await status.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Agendada' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'Confirmada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Confirmada');
  await expect(status).toBeFocused();

  await drag(page, card(page), slot(page, TUESDAY, '09:30'));
  await expect(slot(page, TUESDAY, '09:30').getByRole('article')).toBeVisible();
  await expect(toast(page)).toContainText('La cita quedó para el 08/01/2030 a las 09:30');
  await page.reload();
  await expect(slot(page, TUESDAY, '09:30').getByRole('article')).toContainText('Confirmada');

  const free = page.getByRole('button', { name: 'Disponible el lunes 7 de enero, 2030 a las 08:00, agendar' });
  await free.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /martes 8 de enero, 2030 a las 08:30/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await expect(dialog.getByRole('button', { name: 'Fecha, 08/01/2030' })).toBeVisible();
  await expect(dialog.getByLabel('Hora')).toHaveValue('08:30');
  await page.keyboard.press('Escape');

  await status.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Confirmada' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Eliminar cita' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Cambiar hora' })).toBeFocused();
  await page.keyboard.press('Enter');
  const move = page.getByRole('dialog', { name: 'Cambiar hora' });
  await move.getByLabel('Hora').selectOption('12:00');
  await move.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  await expect(slot(page, TUESDAY, '12:00').getByRole('article')).toBeVisible();
});

test('en el teléfono la semana se ve día por día, y la cita se cancela con el dedo', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedAppointment(request, ana, { patientId: patient._id, date: TUESDAY, time: '09:00' });
  const page = await ana.open(`/dashboard/agenda?vista=semana&fecha=${MONDAY}`, { viewport: PHONE, hasTouch: true });
  await expect(page.getByText('Disponible')).toHaveCount(28);
  await page.getByRole('link', { name: /martes 8 de enero/ }).tap();
  await expect(card(page)).toBeVisible();
  await page.getByRole('button', { name: /estado de la cita/ }).tap();
  await page.getByRole('menuitemradio', { name: 'Cancelada' }).tap();
  await expect(card(page)).toBeHidden();
  await expect(page.getByText('Disponible')).toHaveCount(28);
  await toast(page).getByRole('button', { name: 'Deshacer' }).tap();
  await expect(card(page)).toBeVisible();
});

test('se imprime una página por día, sin la navegación', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedAppointment(request, ana, { patientId: patient._id, date: TUESDAY, time: '09:00' });
  const page = await ana.open(`/dashboard/agenda?vista=semana&fecha=${MONDAY}`, { viewport: WIDE });
  await expect(card(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.printed-agenda');
  await expect(sheet.getByRole('heading')).toHaveCount(7);
  await expect(sheet.getByRole('row', { name: /09:00 - 09:30 Rosa Díaz/ })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(7);
});
