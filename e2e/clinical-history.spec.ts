import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { type ClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { expectAccessible } from './accessibility-violations.ts';
import { confirmFinalizing } from './finalizing.ts';
import { test } from './fixtures.ts';
import { endPaidPlan, grantPaidPlan, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

/** The blue of the light theme. */
const BLUE = 'oklch(0.5 0.15 255)';

const profile = (id: string) => `/dashboard/pacientes/${id}`;
const history = (page: Page) => page.getByRole('list', { name: 'Historial Clínico' }).getByRole('article');
const entryWith = (page: Page, text: string) => history(page).filter({ hasText: text });
const finalizeIn = (entry: Locator) => entry.getByRole('button', { name: 'Guardar definitivamente' });

async function finalize(request: APIRequestContext, accessToken: string, { _id }: ClinicalNote): Promise<void> {
  const reply = await request.post(fillPath(finalizeClinicalNote.path, { id: _id }), {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(reply.status(), 'finalizar la nota').toBe(200);
}

test('cada nota muestra su estado, motivo y diagnósticos, la más nueva primero; se abre y se finaliza', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  await seedPatient(request, ana, { name: 'Pedro Rojas' });
  const rosa = await seedPatient(request, ana);
  const old = await seedClinicalNote(request, ana, rosa, { reason: 'Dolor lumbar', diagnoses: ['Lumbago', 'Estrés'] });
  await finalize(request, ana.accessToken, old);
  const draft = await seedClinicalNote(request, ana, rosa, { reason: 'Control de presión' });
  const page = await ana.open(profile(rosa._id));

  await expect(history(page)).toHaveCount(2);
  await expect(history(page).first()).toContainText('Motivo: Control de presión');
  await expect(history(page).first()).toContainText('Nota en edición');
  await expect(history(page).first()).not.toContainText('Diagnósticos:');
  await expect(history(page).last()).toContainText('Finalizada');
  await expect(history(page).last()).toContainText('Motivo: Dolor lumbar');
  await expect(history(page).last()).toContainText('Diagnósticos: Lumbago, Estrés');
  await expect(finalizeIn(history(page).last())).toHaveCount(0);
  await expect(history(page).first()).toHaveCSS('border-left-color', BLUE);

  await entryWith(page, 'Dolor lumbar').click();
  await expect(page).toHaveURL(`${profile(rosa._id)}/atencion/${old._id}`);
  await page.goBack();
  await entryWith(page, 'Control de presión').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${profile(rosa._id)}/atencion/${draft._id}`);

  await test.step('una nota se guarda definitivamente desde la ficha', async () => {
    await page.goBack();
    const entry = entryWith(page, 'Control de presión');
    await finalizeIn(entry).click();
    await confirmFinalizing(page);
    await expect(toast(page)).toContainText('Nota clínica finalizada correctamente');
    await expect(entry).toContainText('Finalizada');
    await expect(entry.getByRole('link')).toBeFocused();
    await page.reload();
    await expect(entry).toContainText('Finalizada');
  });

  await test.step('cuando el plan no lo permite, la historia se lee y no se toca', async () => {
    await endPaidPlan(ana);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
    await expect(history(page)).toHaveCount(2);
    await expect(history(page).getByRole('link')).toHaveCount(0);
    await expectAccessible(page);
  });
});
