import { expect } from '@playwright/test';
import { cie10Stats, searchCie10 } from '#contract/cie10';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { test } from './fixtures.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';

test('una nota larga se ve bien en el teléfono, también al buscar en el CIE-10', async ({ ana, request }) => {
  const long = 'Electroencefalografista'.repeat(8);
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), {
    reason: long,
    diagnoses: Array.from({ length: 30 }, (_, i) => `Diagnóstico ${i} ${i === 3 ? long : ''}`),
    prescriptions: Array.from({ length: 30 }, (_, i) => ({ medicamento: `Medicamento ${i}`, dosis: long })),
  });
  const page = await ana.open(`/dashboard/pacientes/${note.patientId}/atencion/${note._id}`);
  await expect(page.getByText('Medicamento 29')).toBeVisible();
  await expectAccessible(page);

  await test.step('los códigos encontrados', async () => {
    const codes = ['I10', 'I11.0'].map((code) => ({
      _id: code,
      code,
      description: 'Hipertensión esencial (primaria)',
    }));
    await answer(page, cie10Stats.path, { count: 14_400 });
    await answer(page, `${searchCie10.path}?*`, codes);
    await page.getByRole('switch', { name: 'Usar CIE-10' }).click();
    const search = page.getByRole('combobox', { name: 'Buscar en CIE-10' });
    await search.fill('hipertensión');
    await expect(page.getByRole('option')).toHaveCount(2);
    await search.press('ArrowDown');
    await expectAccessible(page, PHONE);
    await search.press('Enter');
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
  });
});
