import { expect } from '@playwright/test';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { confirmFinalizing } from './finalizing.ts';
import { test } from './fixtures.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';

test('una adenda se escribe bajo la nota finalizada, se finaliza y sigue ahí al recargar', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, patient, { reason: 'Control de presión' });
  await request.post(fillPath(finalizeClinicalNote.path, { id: note._id }), {
    headers: { authorization: `Bearer ${ana.accessToken}` },
  });
  const page = await ana.open(`/dashboard/pacientes/${patient._id}/atencion/${note._id}`);
  await page.getByRole('button', { name: 'Agregar adenda' }).click();
  const text = page.getByLabel('Texto de la adenda');
  await expect(text).toBeFocused();
  await text.fill('Llegaron los exámenes: creatinina normal.');
  await expectAccessible(page);
  // On a telephone the bar shows this button after the field is left.
  await text.blur();
  await page.getByRole('button', { name: 'Finalizar adenda' }).click();
  await confirmFinalizing(page);
  const addendum = page.getByRole('article');
  await expect(addendum).toContainText('Finalizada el');
  await expect(addendum).toContainText('Escrita por');
  await expect(page.getByRole('heading', { name: 'Adendas' })).toBeFocused();
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(addendum).toContainText('creatinina normal');
  await expectAccessible(page);
});
