import { expect, type Page } from '@playwright/test';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { grantPaidPlan } from './seed.ts';
import { toast } from './toast.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const CHOOSER = 'Arrastra tu archivo hasta aquí, o elígelo';

/** Large enough to be sent with a progress bar. */
const CSV = [
  'Nombre;RUT;F. Nac.;Otra',
  'Rosa Díaz;1-9;10/05/1980',
  'Luis Rojas;2-1;11/05/1980',
  'Eva Soto;3-5;12/05/1980',
]
  .map((line) => `${line};${'relleno '.repeat(20_000)}`)
  .join('\n');

test('un archivo soltado se corrige con el teclado, se importa y se deshace', async ({ ana }) => {
  await grantPaidPlan(ana);
  const page = await ana.open('/dashboard/pacientes');
  const consoleErrors = consoleErrorsOf(page);
  await page.getByRole('link', { name: 'Importar pacientes' }).click();
  await expect(page.getByLabel(CHOOSER)).toBeAttached();
  await page.locator('label', { hasText: CHOOSER }).evaluate((zone, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'pacientes.csv', { type: 'text/csv' }));
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, CSV);
  await expect(page.getByText('El archivo tiene 3 filas')).toBeVisible();

  const correction = page.getByLabel('RUT de la fila 3');
  await expect(correction).toHaveValue('2-1');
  await correction.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('2-7');
  await button(page, 'Revisar las correcciones').press('Enter');
  await button(page, 'Importar 3 pacientes').press('Enter');
  await expect(page.getByText('Importación lista: 3 pacientes')).toBeVisible();
  await page.getByRole('link', { name: 'Ver mis pacientes' }).click();
  await expect(page.getByRole('link', { name: 'Luis Rojas' })).toBeVisible();

  await page.goto('/dashboard/pacientes/importar');
  await button(page, /^Deshacer/).click();
  await button(page, 'Sí, deshacer').click();
  await expect(toast(page)).toContainText('Importación de pacientes deshecha');
  await page.goto('/dashboard/pacientes');
  await expect(page.getByText('No hay pacientes registrados')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});
