import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { seedPatient } from './seed.ts';

/** A picture that the browser itself draws. */
async function drawnPicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 400 });
    const context = canvas.getContext('2d');
    context?.fillRect(0, 0, 300, 200);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

test('una imagen se sube, se ve en la página bajo la política de contenido, se descarga y se elimina', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana);
  const page = await ana.open(`/dashboard/pacientes/${patient._id}`);
  const card = page.getByRole('region', { name: 'Archivos' });
  const picture = { name: 'Ecografía número 1.png', mimeType: 'image/png', buffer: await drawnPicture(page) };
  const broken = { name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') };
  await card.getByLabel('Agregar archivos').setInputFiles([picture, broken]);
  await expect(card.getByRole('alert')).toContainText('Solo se aceptan archivos PDF, JPEG y PNG');
  const open = card.getByRole('button', { name: 'Ver Ecografía número 1.png' });
  await expect(open).toBeVisible();
  const widthOf = (image: ReturnType<Page['locator']>) =>
    image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(() => widthOf(card.locator('img'))).toBe(192);
  await expectAccessible(page);

  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Ecografía número 1.png' });
  await expect.poll(() => widthOf(dialog.getByRole('img'))).toBe(600);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Ecografía número 1.png');
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(open).toBeFocused();

  await card.getByRole('button', { name: 'Eliminar Ecografía número 1.png' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(open).toHaveCount(0);
});
