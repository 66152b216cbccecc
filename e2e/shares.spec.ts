import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Download, expect, type Page } from '@playwright/test';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { finalizeCertificate } from '#contract/certificates';
import { type ClinicalNote, finalizeClinicalNote, printPrescriptions } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import type { Patient } from '#contract/patients';
import { createShare, type NewShare } from '#contract/shares';
import { expectAccessible, NARROW_PHONE } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { type Person, test } from './fixtures.ts';
import { profileAddress, seedCertificate, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const authorized = ({ accessToken }: Person) => ({ headers: { authorization: `Bearer ${accessToken}` } });

async function finalizedNote(request: APIRequestContext, ana: Person, patient: Patient): Promise<ClinicalNote> {
  const note = await seedClinicalNote(request, ana, patient, {
    reason: 'Control de hipertensión',
    plansAndIndications: 'Caminar media hora al día',
    prescriptions: [{ medicamento: 'Losartán 50 mg' }],
  });
  await request.post(fillPath(finalizeClinicalNote.path, { id: note._id }), authorized(ana));
  return note;
}

/** The page of a link with these documents. */
async function seedShare(
  request: APIRequestContext,
  ana: Person,
  patient: Patient,
  documents: NewShare['documents'],
): Promise<string> {
  const path = fillPath(createShare.path, { id: patient._id });
  const reply = await request.post(path, { ...authorized(ana), data: { documents, days: 30 } });
  expect(reply.status(), 'crear el enlace').toBe(201);
  return new URL((await reply.json()).url).pathname;
}

const noteAddress = (patient: Patient, note: ClinicalNote) => `${profileAddress(patient)}/atencion/${note._id}`;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Enviar al paciente' });
const sentList = (page: Page) => page.getByRole('list', { name: 'Enviado al paciente' });
const birthDate = (page: Page) => page.getByLabel('Fecha de nacimiento del paciente');

async function answer(page: Page, typed: string): Promise<void> {
  await birthDate(page).fill('');
  await birthDate(page).pressSequentially(typed);
  await page.getByRole('button', { name: 'Ver los documentos' }).click();
}

async function downloadBy(page: Page, press: () => Promise<void>): Promise<{ download: Download; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  return { download, bytes: readFileSync(await download.path()) };
}

test('las recetas llegan al paciente byte por byte, y el profesional ve que se abrieron y las revoca', async ({
  ana,
  request,
  newContext,
}) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Elena Díaz' });
  const note = await finalizedNote(request, ana, patient);
  const printed = await request.get(fillPath(printPrescriptions.path, { id: note._id }), authorized(ana));

  const page = await ana.open(noteAddress(patient, note), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Enviar recetas al paciente' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('checkbox', { name: /Recetas/ })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: /Atención Clínica/ })).not.toBeChecked();
  await expect(dialog.getByRole('radio', { name: '30 días' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Por correo' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Copiar el enlace' }).check();
  await dialog.getByRole('button', { name: 'Crear enlace' }).click();
  await expect(dialog.getByRole('heading', { name: 'El enlace está listo' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(dialog.getByText('Copiado')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toMatch(/\/documentos\/[\w-]{20,}$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Listo' }).click();

  const phone = await (await newContext({ viewport: NARROW_PHONE })).newPage();
  const errors = consoleErrorsOf(phone);
  const reply = await phone.goto(new URL(url).pathname);
  expect(reply?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`${ana.user.name} te envió documentos`);
  await expect(phone.getByRole('main')).not.toContainText(/Rosa|Receta|Losartán/);
  await answer(phone, '10051980');
  await expect(phone.getByRole('heading', { name: 'Tus documentos' })).toBeFocused();
  await expectAccessible(phone, NARROW_PHONE);
  expect(errors).toEqual([]);

  const saved = await downloadBy(phone, () => phone.getByRole('button', { name: /^Descargar Receta/ }).click());
  expect(saved.download.suggestedFilename()).toMatch(/^receta.*\.pdf$/);
  expect(saved.bytes.equals(await printed.body())).toBe(true);
  // The browser of the tests saves a PDF that others show.
  const seen = await downloadBy(phone, () => phone.getByRole('button', { name: /^Ver Receta/ }).click());
  expect(seen.bytes.equals(saved.bytes)).toBe(true);
  expect(execFileSync('pdftotext', ['-raw', await seen.download.path(), '-']).toString()).toContain('Losartán 50 mg');

  await page.goto(profileAddress(patient));
  const sent = sentList(page).getByRole('listitem').first();
  await expect(sent).toContainText('Vigente');
  await sent.getByText('Abierto una vez').click();
  await expect(sent.getByRole('list', { name: 'Aperturas' })).toContainText(/\d\d:\d\d desde /);
  await expectAccessible(page);
  await sent.getByRole('button', { name: /^Revocar/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí, revocar' }).click();
  await expect(toast(page)).toContainText('El enlace ya no funciona');
  await expect(sent).toContainText('Revocado');

  await phone.getByRole('button', { name: /^Descargar Receta/ }).click();
  await expect(phone.getByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible();
  await phone.goto(`/documentos/${'x'.repeat(43)}`);
  await expect(phone.getByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible();
});

test('cinco fechas equivocadas bloquean el enlace, y el profesional lo ve en su inicio', async ({
  ana,
  request,
  page,
}) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Elena Díaz' });
  const { _id: id } = await seedCertificate(request, ana, patient);
  await request.post(fillPath(finalizeCertificate.path, { id }), authorized(ana));
  const path = await seedShare(request, ana, patient, [{ kind: 'certificate', id }]);
  await page.goto(path);
  for (const day of ['11', '12', '13', '14', '15']) {
    await answer(page, `${day}051980`);
    await expect(page.getByText(/no coincide/)).toBeVisible();
  }
  await answer(page, '10051980');
  await expect(page.getByRole('heading', { name: 'Este enlace ya no es válido' })).toBeFocused();
  await expectAccessible(page);

  const home = await ana.open('/dashboard');
  const notice = home.getByRole('region', { name: 'Enlaces bloqueados' });
  await expect(notice).toContainText('Se bloqueó un enlace con documentos');
  await notice.getByRole('link', { name: 'Rosa Elena Díaz' }).click();
  await expect(sentList(home)).toContainText('Bloqueado');
});

test('una nota corregida ofrece enviar la versión nueva', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana);
  const note = await finalizedNote(request, ana, patient);
  await seedShare(request, ana, patient, [{ kind: 'clinical-note', id: note._id }]);
  const added = await request.post(fillPath(createAddendum.path, { id: note._id }), {
    ...authorized(ana),
    data: { content: 'Llegaron los exámenes' },
  });
  const addendum = await added.json();
  await request.post(fillPath(finalizeAddendum.path, { id: addendum._id }), authorized(ana));

  const page = await ana.open(noteAddress(patient, note));
  await expect(page.getByText(/cambió después de enviarla/)).toBeVisible();
  await page.getByRole('button', { name: 'Enviar la versión nueva' }).click();
  await dialogOf(page).getByRole('radio', { name: 'Copiar el enlace' }).check();
  await dialogOf(page).getByRole('button', { name: 'Crear enlace' }).click();
  await dialogOf(page).getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByText(/cambió después de enviarla/)).toBeHidden();
});

test('varios documentos se envían desde el historial, y WhatsApp se abre con el mensaje escrito', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana, { phone: '9 1234 5678' });
  await finalizedNote(request, ana, patient);
  const page = await ana.open(profileAddress(patient));
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await page.getByRole('button', { name: 'Enviar al paciente' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Abrir WhatsApp' }).click();
  await expect(dialog.getByText('Selecciona al menos un documento')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Planes e Indicaciones/ }).check();
  await dialog.getByRole('checkbox', { name: /Recetas/ }).check();
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Abrir WhatsApp' }).click();
  const chat = await opening;
  await chat.waitForURL('https://wa.me/**');
  const address = new URL(chat.url());
  expect(address.pathname).toBe('/56912345678');
  expect(address.searchParams.get('text')).toMatch(
    new RegExp(`^Hola, te escribe ${ana.user.name}\\. Te envío este enlace: http\\S+/documentos/[\\w-]+$`),
  );
  await expect(dialog.getByRole('heading', { name: 'El mensaje está escrito en WhatsApp' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(sentList(page).getByRole('listitem').first()).toContainText('Planes e Indicaciones');
});

test('si el enlace no se pudo crear, lo elegido queda, y el teclado sigue donde estaba', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana);
  const note = await finalizedNote(request, ana, patient);
  const page = await ana.open(noteAddress(patient, note));
  await page.route('**/shares', async (route) => {
    if (route.request().method() === 'POST') await route.abort();
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Enviar recetas al paciente' }).click();
  const copy = dialogOf(page).getByRole('radio', { name: 'Copiar el enlace' });
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No se pudo crear el enlace', { exact: true })).toBeVisible();
  await expect(copy).toBeFocused();
  await expect(dialogOf(page).getByRole('checkbox', { name: /Recetas/ })).toBeChecked();
  await page.unroute('**/shares');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('heading', { name: 'El enlace está listo' })).toBeFocused();
});

test('sin JavaScript la página dice cómo recibir los documentos, y no que los busca', async ({ newContext }) => {
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`/documentos/${'x'.repeat(43)}`);
  await expect(page.getByText(/Tu navegador no permite JavaScript/)).toBeVisible();
  await expect(page.getByText('Buscando tus documentos…')).toBeHidden();
});

test('el paciente ve sus documentos solo con el teclado', async ({ ana, request, page }) => {
  const patient = await seedPatient(request, ana);
  const note = await finalizedNote(request, ana, patient);
  const path = await seedShare(request, ana, patient, [
    { kind: 'plans', id: note._id },
    { kind: 'prescriptions', id: note._id },
  ]);
  await page.goto(path);
  await expect(birthDate(page)).toBeVisible();
  const tabTo = async (name: RegExp | string) => {
    const button = page.getByRole('button', { name });
    for (let presses = 0; presses < 12; presses++) {
      if (await button.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await birthDate(page).focus();
  await page.keyboard.type('10/5/1980');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tus documentos' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Documentos' }).getByRole('listitem')).toHaveCount(2);
  await tabTo(/^Descargar Receta/);
  const saved = await downloadBy(page, () => page.keyboard.press('Enter'));
  expect(saved.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Documentos' })).toBeVisible();
});
