import { expect } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { READER_DAY, test } from './fixtures.ts';
import { seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const LONG_NAME = 'Evaluación neuropsicológica completa con informe escrito para el colegio y otros';

test('un servicio da la duración de una cita, y su nombre queda en ella cuando se elimina', async ({
  ana,
  request,
}) => {
  await seedPatient(request, ana, { name: 'Rosa Díaz' });
  const page = await ana.open('/dashboard/configuracion/agenda');
  await page.getByRole('button', { name: 'Agregar servicio' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Agregar servicio' });
  await form.getByLabel('Nombre del servicio').fill('Terapia de pareja');
  await form.getByLabel('Duración').selectOption('1h 30min');
  await form.getByLabel('Precio en pesos').fill('50.000');
  await form.getByLabel('Precio en pesos').press('Enter');
  await expect(toast(page)).toContainText('Servicio guardado correctamente');
  const list = page.getByRole('list', { name: 'Servicios' });
  await expect(list).toContainText('Terapia de pareja1h 30min · $50.000 · Presencial · Se reserva en línea');

  await page.goto(`/dashboard/agenda?fecha=${READER_DAY}`);
  await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  await page.keyboard.type('Rosa');
  await dialog.getByRole('option', { name: /^Rosa Díaz/ }).click();
  await dialog.getByLabel('Servicio').selectOption('Terapia de pareja');
  await dialog.getByLabel('Hora').selectOption('09:00');
  await dialog.getByRole('button', { name: 'Crear Cita' }).click();
  const card = page.getByRole('article', { name: 'Rosa Díaz' });
  await expect(card).toContainText('09:00 - 10:30');
  await expect(card).toContainText('Terapia de pareja');

  await page.goto('/dashboard/configuracion/agenda');
  await page.getByRole('button', { name: 'Eliminar Terapia de pareja' }).click();
  await page.getByRole('button', { name: 'Sí, eliminar servicio' }).click();
  await expect(page.getByText('Aún no tienes servicios.')).toBeVisible();
  await page.goto(`/dashboard/agenda?fecha=${READER_DAY}`);
  await expect(card).toContainText('Terapia de pareja');
});

test('en el teléfono un nombre largo cabe en la lista y en el diálogo', async ({ ana }) => {
  const page = await ana.open('/dashboard/configuracion/agenda', { viewport: PHONE, hasTouch: true });
  await page.getByRole('button', { name: 'Agregar servicio' }).tap();
  await page.getByLabel('Nombre del servicio').fill(LONG_NAME);
  await expectAccessible(page, PHONE);
  await page.getByRole('button', { name: 'Guardar', exact: true }).tap();
  await expect(page.getByRole('list', { name: 'Servicios' })).toContainText(LONG_NAME);
  await expectAccessible(page, PHONE);
});
