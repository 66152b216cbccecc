import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import type { Patient } from '#contract/patients';
import { PHONE } from './accessibility-violations.ts';
import { type Person, test } from './fixtures.ts';
import { grantPaidPlan, profileAddress, seedClinicalNote, seedPatient } from './seed.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const summary = (page: Page) => page.getByRole('complementary', { name: 'Resumen clínico' });
const added = (page: Page, list: string) => page.getByRole('list', { name: list });

/** A patient with one finalised note. */
async function seedHistory(request: APIRequestContext, person: Person): Promise<Patient> {
  await grantPaidPlan(person);
  const rosa = await seedPatient(request, person, { name: 'Rosa Díaz Mansilla', allergies: 'Penicilina' });
  const note = await seedClinicalNote(request, person, rosa, {
    reason: 'Control de presión',
    diagnoses: ['Hipertensión arterial'],
    measurements: { weightKg: 72.5 },
    plansAndIndications: 'Caminar a diario',
    prescriptions: [
      { medicamento: 'Losartán 50 mg', permanente: true },
      { medicamento: 'Amoxicilina 500 mg', indicacionesUso: 'Con comida. '.repeat(60).trim() },
    ],
  });
  const reply = await request.post(fillPath(finalizeClinicalNote.path, { id: note._id }), {
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
  expect(reply.ok(), 'finalizar la nota').toBe(true);
  return rosa;
}

test('una nota nueva empieza a escribirse sin clic, con el resumen clínico al lado', async ({ ana, request }) => {
  const rosa = await seedHistory(request, ana);
  const page = await ana.open(profileAddress(rosa));
  await button(page, 'Agregar Atención').click();
  await expect(field(page, 'Motivo de Consulta')).toBeFocused();
  await page.keyboard.type('Cefalea');
  await expect(field(page, 'Motivo de Consulta')).toHaveValue('Cefalea');

  await test.step('el resumen está al lado de los campos, y sigue a la vista al bajar', async () => {
    await expect(summary(page)).toContainText('Control de presión');
    await expect(summary(page)).toContainText('72,5 kg');
    const editor = await field(page, 'Motivo de Consulta').boundingBox();
    const side = await summary(page).boundingBox();
    expect(side?.x).toBeGreaterThan((editor?.x ?? 0) + (editor?.width ?? 0));
    await button(page, 'Agregar Receta').scrollIntoViewIfNeeded();
    await expect(summary(page).getByRole('heading', { name: 'Resumen clínico' })).toBeInViewport();
  });

  await test.step('un diagnóstico se agrega y un medicamento se repite con un clic', async () => {
    await button(page, 'Agregar diagnóstico Hipertensión arterial').click();
    await expect(added(page, 'Diagnósticos agregados')).toHaveText('Hipertensión arterial');
    await button(page, 'Repetir receta de Losartán 50 mg').click();
    await expect(added(page, 'Recetas agregadas')).toContainText('Losartán 50 mg');
    await button(page, 'Repetir receta de Amoxicilina 500 mg').click();
    const question = page.getByRole('alertdialog', { name: 'Posible alergia' });
    await question.getByRole('button', { name: 'Agregar de todas formas' }).click();
    // The list of notes has only the beginning of this text.
    await expect(added(page, 'Recetas agregadas')).toContainText('Con comida. '.repeat(60).trim());
    await expect(button(page, 'En la nota: Amoxicilina 500 mg')).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('lo que se escribe sin foco no abre otra página, y Ctrl+K busca', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.type('Cefalea/?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Nota Clínica$/);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Buscar pacientes y páginas' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('plegado, queda así en este equipo', async () => {
    await button(page, 'Guardar').click();
    await expect(page).toHaveURL(/\/atencion\/[\da-f-]{36}$/);
    await button(page, 'Resumen clínico').click();
    await page.reload();
    await expect(button(page, 'Resumen clínico')).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByText('Medicación actual')).toHaveCount(0);
  });
});

test('en el teléfono el resumen empieza plegado y el primer campo está a la vista', async ({ ana, request }) => {
  const rosa = await seedHistory(request, ana);
  const page = await ana.open(`${profileAddress(rosa)}/atencion`, { viewport: PHONE, hasTouch: true });
  await expect(field(page, 'Motivo de Consulta')).toBeInViewport({ ratio: 1 });
  // The keyboard would cover half of the page.
  await expect(field(page, 'Motivo de Consulta')).not.toBeFocused();
  expect((await button(page, 'Resumen clínico').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await button(page, 'Resumen clínico').tap();
  const diagnosis = button(page, 'Agregar diagnóstico Hipertensión arterial');
  expect((await diagnosis.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await diagnosis.tap();
  await expect(added(page, 'Diagnósticos agregados')).toHaveText('Hipertensión arterial');
});

test('una psicóloga ve plegadas las mediciones y las recetas, e imprime indicaciones', async ({
  newPerson,
  request,
}) => {
  const berta = await newPerson({ profession: 'Psicólogos/as' });
  const rosa = await seedHistory(request, berta);
  const page = await berta.open(`${profileAddress(rosa)}/atencion`);
  for (const name of ['Mediciones', 'Recetas']) {
    await expect(button(page, name)).toHaveAttribute('aria-expanded', 'false');
  }
  await button(page, 'Recetas').click();
  await expect(field(page, 'Medicamento')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Medicamento')).toBeVisible();
  await expect(button(page, 'Mediciones')).toHaveAttribute('aria-expanded', 'false');

  const opening = page.waitForEvent('popup');
  await summary(page)
    .getByRole('link', { name: /^Ver la nota completa/ })
    .click();
  const note = await opening;
  await expect(note.getByRole('heading', { level: 2, name: 'Indicaciones', exact: true })).toBeVisible();
  const downloading = note.waitForEvent('download');
  await note.getByRole('button', { name: 'Imprimir indicaciones', exact: true }).click();
  await downloading;
});
