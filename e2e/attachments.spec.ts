import { expect, type Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { expectAccessible } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
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
  const copied = await open.evaluate((button) => {
    getSelection()?.selectAllChildren(button);
    return getSelection()?.toString();
  });
  expect(copied).toBe('Ecografía número 1.png');
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

/** Eight pages in a font that the file does not contain. */
async function examPdf(options: object = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'letter', ...options });
  for (let number = 1; number <= 8; number++) {
    if (number > 1) pdf.addPage();
    pdf.text(`Examen ${number}`).addContent('q 0.125 0.25 0.375 rg 0 0 612 600 re f Q');
  }
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

test('un PDF se ve página por página bajo la política de contenido, y uno con contraseña se ofrece para descargar', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana);
  const page = await ana.open(`/dashboard/pacientes/${patient._id}`);
  const consoleErrors = consoleErrorsOf(page);
  const card = page.getByRole('region', { name: 'Archivos' });
  const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
  const files = [
    pdf('Hemograma.pdf', await examPdf()),
    pdf('Privado.pdf', await examPdf({ userPassword: 'clave', ownerPassword: 'otra' })),
  ];
  await card.getByLabel('Agregar archivos').setInputFiles(files);
  await card.getByRole('button', { name: 'Ver Hemograma.pdf' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hemograma.pdf' });
  await expect(dialog.getByText('8 páginas')).toBeVisible();
  const isDrawn = (number: number) =>
    dialog.getByRole('img', { name: `Página ${number} de 8` }).evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      // A canvas that is read twice logs a warning, so a new one takes the pixel.
      const pixel = new OffscreenCanvas(1, 1).getContext('2d');
      pixel?.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
      return pixel?.getImageData(0, 0, 1, 1).data.join();
    });
  await expect.poll(() => isDrawn(1)).toBe('32,64,96,255');
  await expectAccessible(page);
  // The keyboard scrolls to the end. A page that is far away takes no memory.
  await dialog.getByRole('region', { name: 'Páginas de Hemograma.pdf' }).press('End');
  await expect.poll(() => isDrawn(8)).toBe('32,64,96,255');
  await expect(dialog.getByRole('img', { name: 'Página 1 de 8' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Ver Privado.pdf' }).click();
  const locked = page.getByRole('dialog', { name: 'Privado.pdf' });
  await expect(locked.getByText('protegido con contraseña')).toBeVisible();
  await expect(locked.getByRole('button', { name: 'Descargar' })).toBeEnabled();
  expect(consoleErrors).toEqual([]);
});

test('varios archivos arrastrados y una imagen pegada se suben; uno se cancela mientras se envía', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana);
  const page = await ana.open(`/dashboard/pacientes/${patient._id}`);
  const card = page.getByRole('region', { name: 'Archivos' });
  const bytes = [...(await drawnPicture(page))];
  await expect(card.getByText('Agregar archivos')).toBeVisible();
  // The file to be cancelled stays on its way.
  const held = Promise.withResolvers<void>();
  await page.route('**/attachments', async (route) => {
    if (route.request().postDataBuffer()?.includes('lento.png')) await held.promise;
    await route.fallback().catch(() => undefined);
  });
  const transfer = (names: string[]) =>
    page.evaluateHandle(
      ({ content, files }) => {
        const data = new DataTransfer();
        for (const name of files) data.items.add(new File([new Uint8Array(content)], name, { type: 'image/png' }));
        return data;
      },
      { content: bytes, files: names },
    );
  const dropped = await transfer(['uno.png', 'lento.png', 'dos.png', 'tres.png']);
  await card.dispatchEvent('dragover', { dataTransfer: dropped });
  await card.dispatchEvent('drop', { dataTransfer: dropped });
  for (const name of ['uno.png', 'dos.png', 'tres.png']) {
    await expect(card.getByRole('button', { name: `Ver ${name}` })).toBeVisible();
  }
  await card.getByRole('button', { name: 'Cancelar lento.png' }).press('Enter');
  await expect(card.getByText('lento.png')).toHaveCount(0);
  held.resolve();

  const pasted = await transfer(['image.png']);
  await page.evaluate((clipboardData) => {
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(card.getByRole('list', { name: 'Archivos guardados' }).getByRole('listitem')).toHaveCount(4);
  await page.reload();
  await expect(card.getByRole('list', { name: 'Archivos guardados' }).getByRole('listitem')).toHaveCount(4);
  await expect(card.getByText('lento.png')).toHaveCount(0);
});
