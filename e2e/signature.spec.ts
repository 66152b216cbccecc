import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { deleteSignature } from '#contract/signature';
import { expectAccessible } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { recordRequests } from './requests.ts';
import { toast } from './toast.ts';

const TAB = '/dashboard/configuracion?tab=firma';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chooser = (page: Page) => page.getByLabel('Arrastra la imagen de tu firma hasta aquí, o elígela');
const pending = (page: Page) => page.getByRole('region', { name: 'Imagen por guardar' });
const shown = (page: Page) => page.getByRole('img', { name: 'Tu firma', exact: true });
const used = (page: Page) => page.getByRole('switch', { name: 'Usar firma en recetas' });

const picture = (width = 300) =>
  sharp({ create: { width, height: 100, channels: 4, background: { r: 10, g: 20, b: 120, alpha: 0.5 } } })
    .png()
    .toBuffer();

const choose = async (page: Page, name = 'mi firma.png', width?: number) =>
  chooser(page).setInputFiles({ name, mimeType: 'image/png', buffer: await picture(width) });

async function save(page: Page, width: number): Promise<void> {
  await choose(page, 'mi firma.png', width);
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Firma guardada correctamente');
  await expect(pending(page)).toHaveCount(0);
}

const widthOf = (page: Page) => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth);

test('una firma se elige con el ratón, con el teclado o soltándola; se guarda, se reemplaza y se elimina', async ({
  ana,
}) => {
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Sube la imagen de tu firma' })).toBeVisible();
  await expect(used(page)).toHaveCount(0);
  for (const point of [
    /es una imagen de tu firma: no es una firma electrónica avanzada/i,
    /hash de integridad/,
    /se guarda cifrada/,
    /Solo tú puedes verla/,
  ]) {
    await expect(page.getByRole('listitem').filter({ hasText: point })).toBeVisible();
  }

  await choose(page);
  await expect(pending(page)).toContainText('mi firma.png');
  await expect(pending(page)).toContainText('1 KB');
  await expect(pending(page).getByRole('img', { name: 'Vista previa de tu firma' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Cancelar').click();
  await expect(pending(page)).toHaveCount(0);
  await expect(chooser(page)).toBeFocused();

  await test.step('con el teclado se abre el selector de archivos, y también puede soltarse una imagen encima', async () => {
    const opened = page.waitForEvent('filechooser');
    await chooser(page).focus();
    await page.keyboard.press('Enter');
    await (await opened).setFiles({ name: 'elegida.png', mimeType: 'image/png', buffer: await picture() });
    await expect(pending(page)).toContainText('elegida.png');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Cancelar')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(pending(page)).toHaveCount(0);

    const dropped = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'soltada.png', { type: 'image/png' }));
        return data;
      },
      [...(await picture())],
    );
    await page.getByText('Elegir imagen').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(pending(page)).toContainText('soltada.png');
    await chooser(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Guardar')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Éxito');
    await expect(toast(page)).toContainText('Firma guardada correctamente');
  });
  await expect(chooser(page)).toBeFocused();
  await expect(used(page)).toBeChecked();
  await expect.poll(() => widthOf(page)).toBe(300);
  await expectAccessible(page);
  await save(page, 200);
  await expect.poll(() => widthOf(page)).toBe(200);
  await used(page).focus();
  await page.keyboard.press('Space');
  await expect(used(page)).not.toBeChecked();
  await expect(toast(page)).toContainText('Preferencia actualizada correctamente');
  await page.reload();
  await expect.poll(() => widthOf(page)).toBe(200);
  await expect(used(page)).not.toBeChecked();

  await button(page, 'Eliminar firma').click();
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar firma?' });
  await expect(dialog).toContainText('Esta acción no se puede deshacer.');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(button(page, 'Eliminar firma')).toBeFocused();
  await button(page, 'Eliminar firma').click();
  const deletions = recordRequests(page, deleteSignature.path);
  await dialog.getByRole('button', { name: 'Sí, eliminar firma' }).dblclick();
  await expect(toast(page)).toContainText('Firma eliminada correctamente');
  expect(deletions).toHaveLength(1);
  await expect(shown(page)).toHaveCount(0);
  await expect(used(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sube la imagen de tu firma' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});
