import { expect, type Page } from '@playwright/test';
import { type ClinicalNote, createClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { holdRequest } from './answers.ts';
import { confirmFinalizing } from './finalizing.ts';
import { test } from './fixtures.ts';
import { endPaidPlan, grantPaidPlan, profileAddress, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const addressOf = (note: ClinicalNote) => `/dashboard/pacientes/${note.patientId}/atencion/${note._id}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const saved = (page: Page) => page.getByText('Guardado hace un momento');
const leaving = (page: Page) => page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });

/** The requests that write notes, in order. */
function writesOf(page: Page): { method: string; body: Record<string, unknown> }[] {
  const writes: { method: string; body: Record<string, unknown> }[] = [];
  page.on('request', (one) => {
    if (!one.url().includes(createClinicalNote.path) || one.method() === 'GET') return;
    writes.push({ method: one.method(), body: one.postDataJSON() });
  });
  return writes;
}

const unsavedTexts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:')));

test('el primer guardado crea una sola nota y conserva el foco y el texto; después se guarda automáticamente y se finaliza', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Aguilera Muñoz', rut: '17.654.321-6' });
  const page = await ana.open(profileAddress(rosa));
  const writes = writesOf(page);
  await button(page, 'Agregar Atención').click();
  await expect(heading(page)).toHaveText('Nueva Nota Clínica');
  await expect(page.getByText('Borrador')).toBeVisible();
  await expect(page.getByText('Rosa Aguilera Muñoz · RUT 17.654.321-6')).toBeVisible();
  await expect(button(page, 'Guardar Permanentemente')).toHaveCount(0);
  // With autocomplete the browser would store the typed text on disk, also after the logout.
  await expect(page.locator('textarea:not([autocomplete="off"])')).toHaveCount(0);

  const releaseRequest = await holdRequest(page, createClinicalNote.path);
  await field(page, 'Motivo de Consulta').fill('  Control ');
  await button(page, 'Guardar').dblclick();
  await expect(page.getByText('Guardando…')).toBeVisible();
  await field(page, 'Anamnesis').pressSequentially('Refiere cefalea');
  releaseRequest();
  await expect(page).toHaveURL(/\/atencion\/[\da-f-]{36}$/);
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  await expect(toast(page)).toContainText('Éxito');
  await expect(toast(page)).toContainText('Nota clínica guardada correctamente');
  await expect(field(page, 'Anamnesis')).toBeFocused();
  await page.keyboard.type(' nocturna');
  await expect(field(page, 'Anamnesis')).toHaveValue('Refiere cefalea nocturna');
  const whole = { patientId: rosa._id, reason: 'Control', anamnesis: 'Refiere cefalea nocturna' };
  await expect.poll(() => writes.at(-1)?.body).toMatchObject(whole);
  await expect(saved(page)).toBeVisible();
  const noteId = page.url().split('/').at(-1);
  expect(writes[0]).toEqual({ method: 'POST', body: { _id: noteId, patientId: rosa._id, reason: 'Control' } });
  // The number of saves depends on the typing pauses. Each one continues from the version before.
  const changes = writes.slice(1);
  expect(changes.map(({ method }) => method)).toEqual(changes.map(() => 'PUT'));
  expect(changes.map(({ body }) => body.version)).toEqual(changes.map((_, at) => at + 1));

  await page.reload();
  await expect(field(page, 'Anamnesis')).toHaveValue('Refiere cefalea nocturna');
  await page.goBack();
  await expect(page).toHaveURL(profileAddress(rosa));
  await expect(page.getByRole('link', { name: /Nota clínica del/ })).toHaveCount(1);
  await page.goForward();

  await test.step('guardar permanentemente guarda y finaliza, y la nota queda solo para leer', async () => {
    await field(page, 'Anamnesis').fill('Primera línea\n\nSegunda línea');
    await field(page, 'Diagnóstico').fill('I10 - Hipertensión esencial (primaria)');
    await field(page, 'Medicamento').fill('Losartán');
    await field(page, 'Indicaciones de uso').fill('Con agua');
    const releaseRequest = await holdRequest(page, finalizeClinicalNote.path.replace('{id}', noteId ?? ''));
    await button(page, 'Guardar Permanentemente').click();
    await confirmFinalizing(page);
    await expect(button(page, 'Finalizando...')).toBeVisible();
    await expect(field(page, 'Anamnesis')).toBeDisabled();
    releaseRequest();
    await expect(heading(page)).toHaveText('Nota Clínica Finalizada');
    await expect(toast(page)).toContainText('Nota clínica finalizada correctamente');
    await expect(page.getByRole('main')).toBeFocused();
    const main = page.getByRole('main');
    await expect(main).toContainText(/Finalizada el \d\d\/\d\d\/\d{4} a las \d\d:\d\d/);
    await expect(main).toContainText(/Huella del contenido \(SHA-256\): [\da-f]{64}/);
    await expect(main.getByText('I10 - Hipertensión esencial (primaria)')).toBeVisible();
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(main.getByRole('button')).toHaveText([
      'Cobrar',
      'Enviar al paciente',
      'Imprimir Atención (PDF)',
      'Imprimir',
      'Enviar',
      'Imprimir',
      'Agregar adenda',
    ]);
    await expectAccessible(page);
    await page.reload();
    await expect(main.getByText('Con agua')).toBeVisible();
  });
});

test('salir sin guardar pregunta, también al cerrar sesión o la pestaña, y nada de lo escrito queda después', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const first = await ana.open(addressOf(note));
  const second = await ana.newPage();
  const reason = (page: Page) => field(page, 'Motivo de Consulta');
  await expect(reason(first)).toHaveValue('Control');

  await test.step('salir con cambios sin guardar pregunta, también al cerrar sesión o la pestaña', async () => {
    // Without an answer the note stays unsaved, however long the next steps take.
    await first.route(`**${createClinicalNote.path}/*`, () => {});
    await reason(first).fill('Control tardío');
    const asked = first.waitForEvent('dialog');
    await first.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await expect(reason(first)).toHaveValue('Control tardío');
    await button(first, 'Cerrar sesión').click();
    await expect(leaving(first)).toBeVisible();
    await expectAccessible(first, PHONE);
    await leaving(first).getByRole('button', { name: 'Seguir editando' }).click();
  });

  await test.step('«Guardar y salir» de una nota nueva deja la nota en el historial del navegador', async () => {
    await second.goto(`/dashboard/pacientes/${note.patientId}/atencion`);
    await reason(second).fill('Otro control');
    await second.getByRole('link', { name: 'Agenda', exact: true }).click();
    await leaving(second).getByRole('button', { name: 'Guardar y salir' }).click();
    await expect(heading(second)).toHaveText('Agenda');
    await second.goBack();
    await expect(heading(second)).toHaveText('Editar Nota Clínica');
    await expect(reason(second)).toHaveValue('Otro control');
  });

  await test.step('si el plan termina, lo escrito se puede copiar', async () => {
    await endPaidPlan(ana);
    first.on('dialog', (dialog) => void dialog.accept());
    await first.unroute(`**${createClinicalNote.path}/*`);
    await first.reload();
    await expect(heading(first)).toHaveText('Acceso Restringido');
    await expect(field(first, 'Lo que habías escrito y no se guardó')).toHaveValue(/Control tardío/);
    await expectAccessible(first, PHONE);
  });

  await test.step('cerrar sesión sin guardar borra lo escrito', async () => {
    await second.route(`**${createClinicalNote.path}/*`, () => {});
    await reason(second).fill('Secreto de Ana');
    await button(second, 'Cerrar sesión').click();
    await leaving(second).getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(second).toHaveURL('/');
    expect(await unsavedTexts(second)).toEqual([]);
  });
});

test('en un teléfono se leen todas las alergias y la primera línea de las alertas', async ({ ana, request }) => {
  const allergies =
    'Polen, gatos, látex, mariscos, nueces, frutos secos en general, y sobre todo penicilina: anafilaxia';
  const rosa = await seedPatient(request, ana, { allergies, alertas: 'Riesgo suicida alto' });
  const page = await ana.open(`${profileAddress(rosa)}/atencion`, { viewport: PHONE });
  const bar = page.getByRole('region', { name: 'Edad, alergias y alertas' });
  const shown = bar.getByText(/anafilaxia/);
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
  const { width = 0 } = (await bar.getByText('Riesgo suicida alto').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(100);
});
