import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import {
  deleteSignature,
  getSignatureImage,
  getSignatureInfo,
  MAX_SIGNATURE_BYTES,
  toggleSignature,
  uploadSignature,
} from '#contract/signature';
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

async function save(page: Page, width?: number): Promise<void> {
  await choose(page, 'mi firma.png', width);
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Firma guardada correctamente');
  await expect(pending(page)).toHaveCount(0);
}

const widthOf = (page: Page) => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth);

test('una firma se elige, se revisa, se guarda, se reemplaza y se elimina', async ({ ana }) => {
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

  await save(page);
  await expect(toast(page)).toContainText('Éxito');
  await expect(chooser(page)).toBeFocused();
  await expect(used(page)).toBeChecked();
  await expect.poll(() => widthOf(page)).toBe(300);
  await expectAccessible(page);
  await save(page, 200);
  await expect.poll(() => widthOf(page)).toBe(200);
  await page.reload();
  await expect.poll(() => widthOf(page)).toBe(200);

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

test('lo que no es una imagen permitida, o pesa demasiado, no se envía', async ({ ana }) => {
  const page = await ana.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto(TAB);
  await chooser(page).setInputFiles({ name: 'firma.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(toast(page)).toContainText('Tipo de archivo no válido');
  await expect(toast(page)).toContainText('Solo se permiten imágenes PNG, JPG, JPEG o GIF');
  await chooser(page).setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
  await expect(toast(page)).toContainText('El archivo está vacío');
  const buffer = Buffer.alloc(MAX_SIGNATURE_BYTES + 1);
  await chooser(page).setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer });
  await expect(toast(page)).toContainText('Archivo demasiado grande');
  await expect(toast(page)).toContainText('El archivo pesa 2,01 MB. El tamaño máximo permitido es de 2 MB.');
  await expect(pending(page)).toHaveCount(0);
  expect(sent).toEqual([]);

  // The name is that of a picture; only the server reads the content.
  await chooser(page).setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer: Buffer.from('hola') });
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Tipo de archivo no válido: Solo se permiten imágenes PNG, JPG, JPEG o GIF');
  await expect(pending(page)).toBeVisible();
});

test('si no se puede subir se dice por qué, y el archivo sigue listo para guardar', async ({ ana }) => {
  const page = await ana.open(TAB);
  await choose(page);
  const otherwise = 'Error al subir la firma. Verifica tu conexión e intenta nuevamente.';
  for (const [status, body, text] of [
    [413, '<h1>Request Entity Too Large</h1>', 'El archivo es demasiado grande. El tamaño máximo permitido es de 2MB'],
    [503, JSON.stringify({ error: 'El servicio no está disponible.' }), 'El servicio no está disponible.'],
    [502, '<h1>Bad Gateway</h1>', otherwise],
  ] as const) {
    await page.route(`**${uploadSignature.path}`, (route) => route.fulfill({ status, body }), { times: 1 });
    await button(page, 'Guardar').click();
    await expect(toast(page)).toContainText(text);
    await expect(button(page, 'Guardar')).toBeEnabled();
  }
  await page.route(`**${uploadSignature.path}`, (route) => route.abort(), { times: 1 });
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText(otherwise);
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Firma guardada correctamente');
});

test('una sesión por renovar no detiene la subida: se envía una vez más, entera', async ({ ana }) => {
  const page = await ana.open(TAB);
  await choose(page);
  await page.evaluate(() => localStorage.setItem('accessToken', 'vencido'));
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Firma guardada correctamente');
  await expect.poll(() => widthOf(page)).toBe(300);
});

test('el uso en recetas cambia al tocarlo, y vuelve atrás si el servidor no lo acepta', async ({ ana }) => {
  const page = await ana.open(TAB);
  await save(page);
  await used(page).click();
  await expect(used(page)).not.toBeChecked();
  await expect(toast(page)).toContainText('Preferencia actualizada correctamente');
  await page.reload();
  await expect(used(page)).not.toBeChecked();

  const { promise: held, resolve: releaseRequest } = Promise.withResolvers<void>();
  await page.route(`**${toggleSignature.path}`, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: {} });
  });
  await used(page).click();
  await expect(used(page)).toBeChecked();
  releaseRequest();
  await expect(toast(page)).toContainText('No se pudo cambiar el uso de la firma');
  await expect(used(page)).not.toBeChecked();

  await page.route(`**${deleteSignature.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await button(page, 'Eliminar firma').click();
  await button(page, 'Sí, eliminar firma').click();
  await expect(toast(page)).toContainText('No se pudo eliminar la firma');
  await expect(shown(page)).toBeVisible();
});

test('una firma eliminada en otra parte desaparece al tocar su uso, y se dice', async ({ ana, request }) => {
  const page = await ana.open(TAB);
  await save(page);
  await request.delete(deleteSignature.path, { headers: { authorization: `Bearer ${ana.accessToken}` } });
  await used(page).click();
  await expect(toast(page)).toContainText('Ya no hay una firma guardada');
  await expect(page.getByRole('heading', { name: 'Sube la imagen de tu firma' })).toBeVisible();
  await expect(used(page)).toHaveCount(0);
});

test('con el teclado se abre el selector de archivos, y también puede soltarse una imagen encima', async ({ ana }) => {
  const page = await ana.newPage();
  const opened = page.waitForEvent('filechooser');
  await page.goto(TAB);
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
  await expect(toast(page)).toContainText('Firma guardada correctamente');
  await used(page).focus();
  await page.keyboard.press('Space');
  await expect(used(page)).not.toBeChecked();
});

test('si la firma o su imagen no cargan se dice y puede intentarse de nuevo', async ({ ana }) => {
  const page = await ana.open(TAB);
  await save(page);
  await page.route(`**${getSignatureInfo.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 2 });
  await page.route(`**${getSignatureImage.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 2 });
  await page.reload();
  await expect(toast(page)).toContainText('No se pudo cargar la firma');
  await button(page, 'Volver a intentar').click();
  await expect(page.getByText('No se pudo mostrar la imagen de tu firma.')).toBeVisible();
  await expect(used(page)).toBeChecked();
  await button(page, 'Volver a intentar').click();
  await expect(shown(page)).toBeVisible();
});
