import { expect } from '@playwright/test';
import { listPatients } from '#contract/patients';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { holdRequest } from './answers.ts';
import { READER_DAY, test } from './fixtures.ts';
import { grantPaidPlan, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

test('una persona nueva se crea al agendar, con el teclado, y la cita parte con la duración habitual', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  await seedPatient(request, ana, { name: 'Rosa Elena Díaz Mansilla', rut: '17.654.321-6' });
  const page = await ana.open('/dashboard/configuracion/agenda');
  await page.getByLabel('Duración habitual de una cita').selectOption('1h');
  await page.getByRole('button', { name: 'Guardar horario' }).click();
  await expect(toast(page)).toContainText('Horario guardado correctamente');

  await page.goto(`/dashboard/agenda?fecha=${READER_DAY}`);
  await page.getByRole('button', { name: 'Nueva Cita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await expect(dialog.getByLabel('Duración')).toHaveValue('60');
  await dialog.getByLabel('Hora').selectOption('09:00');

  await test.step('las palabras de un nombre se buscan en cualquier orden', async () => {
    await dialog.getByRole('button', { name: 'Buscar' }).click();
    await page.keyboard.type('díaz 7654 rosa');
    const found = dialog.getByRole('listbox', { name: 'Pacientes encontrados' });
    await expect(found.getByRole('option')).toHaveText([/^Rosa Elena Díaz Mansilla/]);
  });

  await test.step('a quien no se encuentra se le crea sin salir del diálogo', async () => {
    await dialog.getByRole('combobox', { name: 'Buscar por nombre o RUT' }).fill('Pedro Nuevo');
    await expect(dialog.getByText('No se encontraron pacientes')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Crear «Pedro Nuevo»' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('RUT')).toBeFocused();
    await page.keyboard.type('123456785');
    await page.keyboard.press('Tab');
    await page.keyboard.type('10051980');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Quitar a Pedro Nuevo' })).toBeFocused();
  });

  await dialog.getByRole('button', { name: 'Crear Cita' }).click();
  await expect(page.getByRole('article', { name: 'Pedro Nuevo' })).toContainText('09:00 - 10:00');
});

test('en el teléfono el formulario de una persona nueva cabe en el diálogo', async ({ ana }) => {
  await grantPaidPlan(ana);
  const page = await ana.open(`/dashboard/agenda?fecha=${READER_DAY}`, { viewport: PHONE, hasTouch: true });
  await page.getByRole('button', { name: 'Nueva Cita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  await page.keyboard.type('María de los Ángeles Huenchumilla Ñancupil Peñaloza Aguilera');
  await dialog.getByRole('button', { name: /^Crear «María/ }).tap();
  await expect(dialog.getByLabel('RUT')).toBeFocused();
  await expectAccessible(page, PHONE);
});

test('Enter antes de los resultados abre al primer paciente, y no una página', async ({ ana, request }) => {
  await seedPatient(request, ana, { name: 'Inés Paz' });
  const page = await ana.open('/dashboard/agenda');
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
  const release = await holdRequest(page, listPatients.path);
  await page.keyboard.press('/');
  await page.keyboard.type('in');
  await expect(page.getByRole('option', { name: /^Inicio/ })).toBeVisible();
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Inés Paz' })).toBeVisible();
});
