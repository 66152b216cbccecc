import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Download, expect, type Page } from '@playwright/test';
import { finalizeCertificate } from '#contract/certificates';
import { finalizeClinicalNote, printPrescriptions } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { holdRequest } from './answers.ts';
import { test } from './fixtures.ts';
import { expectOneHead } from './page-head.ts';
import { seedCertificate, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const finalize = (request: APIRequestContext, { accessToken }: { accessToken: string }, path: string) =>
  request.post(path, { headers: { authorization: `Bearer ${accessToken}` } });

async function downloadBy(page: Page, press: () => Promise<void>): Promise<{ download: Download; path: string }> {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  return { download, path: await download.path() };
}

const wordsIn = (path: string) => execFileSync('pdftotext', ['-raw', path, '-']).toString().replaceAll(/\s+/g, ' ');
const pagesIn = (path: string) => {
  const info = execFileSync('pdfinfo', [path]).toString();
  return { count: Number(/^Pages: +(\d+)/m.exec(info)?.[1]), size: /^Page size: +([\d.]+ x [\d.]+)/m.exec(info)?.[1] };
};
const codeIn = (path: string) => /Código de verificación: ([0-9A-Z-]+)/.exec(wordsIn(path))?.[1] ?? '';

test('una nota finalizada se imprime entera, sus planes y sus recetas', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  const note = await seedClinicalNote(request, ana, patient, {
    reason: 'Control de hipertensión',
    prescriptions: [{ medicamento: 'Losartán 50 mg' }],
  });
  await finalize(request, ana, fillPath(finalizeClinicalNote.path, { id: note._id }));

  const page = await ana.open(`/dashboard/pacientes/${patient._id}/atencion/${note._id}`);
  const whole = await downloadBy(page, () => page.getByRole('button', { name: 'Imprimir Atención (PDF)' }).click());
  expect(whole.download.suggestedFilename()).toBe(`atencion-clinica-${note._id}.pdf`);
  expect(wordsIn(whole.path)).toContain('Control de hipertensión');
  await expect(toast(page)).toContainText('PDF generado correctamente');

  const releaseRequest = await holdRequest(page, fillPath(printPrescriptions.path, { id: note._id }));
  const recipes = await downloadBy(page, async () => {
    await page.getByRole('button', { name: 'Imprimir recetas' }).click();
    await expect(page.getByRole('button', { name: 'Generando PDF...', exact: true })).toBeVisible();
    releaseRequest();
  });
  expect(recipes.download.suggestedFilename()).toBe(`recetas-${note._id}.pdf`);
  expect(wordsIn(recipes.path)).toContain('Losartán 50 mg');

  await page.getByRole('button', { name: 'Imprimir planes e indicaciones' }).click();
  await expect(toast(page)).toContainText(ERRORS.NO_PLANS.message);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/dashboard/pacientes/${patient._id}`);
  const again = await downloadBy(page, () => page.getByRole('button', { name: 'Imprimir PDF' }).click());
  expect(readFileSync(again.path).equals(readFileSync(whole.path))).toBe(true);
});

test('dos medicamentos caben con la firma en una hoja carta, y la hoja elegida vale para lo que se imprime después', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  const item = {
    dci: 'amoxicilina',
    concentracion: '500 mg',
    formaFarmaceutica: 'Cápsula',
    via: 'Oral',
    dosis: '1 cápsula',
    posologia: 'Cada 8 horas',
    duracion: '7 días',
    cantidad: '21 cápsulas',
    indicacionesUso: 'Completar los siete días aunque los síntomas desaparezcan antes.',
  };
  const printNew = async () => {
    const note = await seedClinicalNote(request, ana, patient, {
      prescriptions: [
        { medicamento: 'Amoval', ...item },
        { medicamento: 'Amoxil', ...item },
      ],
    });
    await finalize(request, ana, fillPath(finalizeClinicalNote.path, { id: note._id }));
    const page = await ana.open(`/dashboard/pacientes/${patient._id}/atencion/${note._id}`);
    return () => downloadBy(page, () => page.getByRole('button', { name: 'Imprimir recetas' }).click());
  };
  const print = await printNew();
  const letter = await print();
  expect(pagesIn(letter.path)).toEqual({ count: 1, size: '612 x 792' });
  expect(wordsIn(letter.path)).toContain('2. Amoxil (amoxicilina) · 500 mg · Cápsula');

  const page = await ana.open('/dashboard/configuracion');
  await page.getByLabel('Tamaño de hoja').selectOption('Media carta para recetas');
  await expect(toast(page)).toContainText('Tamaño de hoja guardado correctamente');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Tamaño de hoja')).toHaveValue('half-letter');

  const half = await (await printNew())();
  expect(pagesIn(half.path)).toEqual({ count: 1, size: '396 x 612' });
  const again = await print();
  expect(readFileSync(again.path).equals(readFileSync(letter.path))).toBe(true);
});

test('un certificado finalizado se imprime, y cualquiera lo verifica con su código, sin enviar el archivo', async ({
  ana,
  request,
  newContext,
}) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz Soto' });
  const certificate = await seedCertificate(request, ana, patient, { title: 'Asistencia', content: 'Asistió hoy.' });
  await finalize(request, ana, fillPath(finalizeCertificate.path, { id: certificate._id }));
  const own = await ana.open(`/dashboard/pacientes/${patient._id}/certificado/${certificate._id}`);
  const { download, path } = await downloadBy(own, () => own.getByRole('button', { name: 'Imprimir PDF' }).click());
  expect(download.suggestedFilename()).toBe(`certificado-${certificate._id}.pdf`);
  expect(wordsIn(path)).toContain('Asistió hoy.');
  await expect(toast(own)).toContainText('PDF del certificado generado correctamente');

  const page = await (await newContext()).newPage();
  await page.goto(`/verificar/${codeIn(path).toLowerCase()}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Documento íntegro' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Identidad declarada por el emisor, no verificada' })).toBeVisible();
  await expect(main).toContainText('CERTIFICADO MÉDICO');
  await expect(main).toContainText('R. D. S.');
  await expect(main).toContainText(ana.user.name);
  await expect(main).not.toContainText('Rosa');

  const sent: string[] = [];
  page.on('request', (one) => void sent.push(one.url()));
  const file = page.getByLabel('Arrastra el PDF hasta aquí, o elige el archivo');
  await file.setInputFiles({ name: 'mio.pdf', mimeType: 'application/pdf', buffer: readFileSync(path) });
  const verdict = (text: string) => page.getByRole('status').filter({ hasText: text });
  await expect(verdict('El archivo es idéntico al documento emitido.')).toBeVisible();
  const changed = readFileSync(path);
  changed.writeUInt8(changed.readUInt8(changed.length - 20) ^ 1, changed.length - 20);
  await file.setInputFiles({ name: 'otro.pdf', mimeType: 'application/pdf', buffer: changed });
  await expect(verdict('El archivo no es el documento emitido')).toBeVisible();
  expect(sent).toEqual([]);
  await expectAccessible(page);

  await page.goto('/verificar/0000-0000-0000-0000-0000-0000-0000');
  await expect(page.getByRole('heading', { name: 'Documento desconocido' })).toBeVisible();
  await expect(page.getByText('No existe un documento con ese código.')).toBeVisible();
  await expectAccessible(page, PHONE);
});

test('sin escanear nada, el código del papel se escribe y se verifica', async ({ page, request, baseURL }) => {
  const code = page.getByLabel('Código de verificación');
  const unknown = page.getByRole('heading', { name: 'Documento desconocido' });
  await page.goto('/verificar');
  await expectOneHead(page, /^Verificar documento/, '/verificar', baseURL);
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await code.fill('7F3K-9QXM');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(code).toHaveAccessibleDescription(/El código no está completo/);
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('ooooooooiiii 7f3k9qxm 2vtahc4d');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL('/verificar/0000-0000-1111-7F3K-9QXM-2VTA-HC4D');
  await expect(unknown).toBeVisible();
  await expectOneHead(page, /^Verificación de documento/, '/verificar', baseURL);

  await expect(page.getByRole('heading', { name: 'Verificar otro documento' })).toBeVisible();
  await expect(code).toHaveValue('');
  await code.fill('Z'.repeat(28));
  await code.press('Enter');
  await expect(page).toHaveURL('/verificar/ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  await expect(unknown).toBeVisible();

  for (const odd of ['no%2Fes%20un%3Fcodigo', '%E0', '%', 'x'.repeat(9000)]) {
    const reply = await page.goto(`/verificar/${odd}`);
    expect(reply?.status(), odd.slice(0, 30)).toBe(200);
    await expect(unknown, odd.slice(0, 30)).toBeVisible();
  }
  const served = await (await request.get('/verificar/no-es-un-codigo')).text();
  expect(served).toContain(`<link rel="canonical" href="${baseURL}/verificar"/>`);
});
