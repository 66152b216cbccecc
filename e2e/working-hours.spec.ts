import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('el horario se indica con el teclado, y otra aplicación lee la agenda hasta que se desactiva la dirección', async ({
  ana,
  request,
}) => {
  const page = await ana.open('/dashboard/configuracion/agenda');
  await page.getByRole('button', { name: 'Agregar tramo al lunes' }).press('Enter');
  const monday = page.getByRole('group', { name: 'Lunes, tramo 1' });
  await monday.getByLabel('Desde').focus();
  await page.keyboard.press('ArrowDown');
  await expect(monday.getByLabel('Desde')).toHaveValue('09:30');
  await page.getByRole('button', { name: 'Guardar horario' }).press('Enter');
  await expect(page.getByText('Horario guardado correctamente').first()).toBeVisible();
  await page.reload();
  await expect(monday.getByLabel('Desde')).toHaveValue('09:30');

  await page.getByRole('radio', { name: 'Iniciales' }).press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Nombres completos' })).toBeChecked();
  await page.getByRole('button', { name: 'Crear dirección' }).press('Enter');
  const address = await page.getByRole('textbox', { name: 'Dirección', exact: true }).inputValue();
  await page.getByRole('button', { name: 'La copié' }).press('Enter');
  const calendar = await request.get(new URL(address).pathname);
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR\r\n');

  await page.getByRole('button', { name: 'Desactivar' }).press('Enter');
  await page.getByRole('button', { name: 'Sí, desactivarla' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Crear dirección' })).toBeVisible();
  expect((await request.get(new URL(address).pathname)).status()).toBe(404);
});
