import { expect } from '@playwright/test';
import { expectAccessibleAtBothWidths } from './accessibility-violations.ts';
import { test } from './fixtures.ts';

const PAGE = '/dashboard/configuracion/agenda';

test('los recordatorios se activan con el teclado, se guardan y siguen ahí al recargar', async ({ ana }) => {
  const page = await ana.open(PAGE);
  const enabled = page.getByRole('switch', { name: 'Enviar recordatorios por correo' });
  await expect(enabled).not.toBeChecked();
  await enabled.press('Space');
  await page.getByRole('checkbox', { name: '72 horas antes' }).press('Space');
  await page.getByLabel('Lugar de atención').fill('Picarte 450, Valdivia');
  await page.getByLabel('Teléfono para los pacientes').fill('+56 63 221 0000');
  await page.getByLabel('Horas de anticipación para cancelar').fill('24');
  await page.getByRole('switch', { name: /^Puede elegir otra hora/ }).press('Space');
  const message = page.getByLabel('Mensaje');
  await message.fill('Hola : te espero en ');
  await page.getByRole('button', { name: 'Insertar {lugar}' }).press('Enter');
  await expect(message).toHaveValue('Hola : te espero en {lugar}');
  await page.keyboard.press('Home');
  for (let step = 0; step < 'Hola '.length; step++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Insertar {paciente}', exact: true }).press('Enter');
  await expect(message).toHaveValue('Hola {paciente}: te espero en {lugar}');
  await expect(message).toBeFocused();

  const preview = page.getByRole('region', { name: 'Vista previa' });
  await expect(preview.getByRole('tabpanel')).toContainText('Hola Rosa: te espero en Picarte 450, Valdivia');
  await preview.getByRole('tab', { name: 'Correo' }).press('ArrowRight');
  await expect(preview.getByRole('tabpanel')).toContainText('/cita/prueba');

  await page.getByRole('button', { name: 'Guardar recordatorios' }).press('Enter');
  await expect(page.getByText('Recordatorios guardados correctamente').first()).toBeVisible();
  await page.reload();
  await expect(enabled).toBeChecked();
  await expect(page.getByRole('checkbox', { name: '72 horas antes' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: '48 horas antes' })).not.toBeChecked();
  await expect(page.getByLabel('Horas de anticipación para cancelar')).toHaveValue('24');
  await expect(page.getByRole('switch', { name: /^Puede elegir otra hora/ })).toBeChecked();
  await expect(message).toHaveValue('Hola {paciente}: te espero en {lugar}');
  await expectAccessibleAtBothWidths(page);
});

test('sin correo, la página dice qué queda: WhatsApp', async ({ ana }) => {
  const page = await ana.open(PAGE);
  await expect(page.getByText('El correo no está configurado en esta instalación')).toBeVisible();
  await expect(page.getByText('por WhatsApp desde la agenda, con el mensaje y el enlace')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Guardar recordatorios' })).toBeVisible();
  await expect(page.getByRole('button', { name: /prueba/ })).toHaveCount(0);
});
