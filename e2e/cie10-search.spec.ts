import { expect } from '@playwright/test';
import { cie10Stats } from '#contract/cie10';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { test } from './fixtures.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const HYPERTENSION = { _id: 'I10', code: 'I10', description: 'Hipertensión esencial (primaria)' };
const OTHERS = [
  { _id: 'I11.0', code: 'I11.0', description: 'Enfermedad cardíaca hipertensiva con insuficiencia cardíaca' },
  { _id: 'I15.9', code: 'I15.9', description: 'Hipertensión secundaria, no especificada' },
];

test('el CIE-10 se busca con el teclado, y una respuesta vieja no reemplaza a la nueva', async ({ ana, request }) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana));
  const page = await ana.newPage();
  const asked: string[] = [];
  const late = Promise.withResolvers<void>();
  await page.route(`**${cie10Stats.path}`, (route) => route.fulfill({ json: { count: 14_400 } }));
  await page.route('**/api/cie10/search?*', async (route) => {
    const query = new URL(route.request().url()).searchParams.get('query') ?? '';
    asked.push(query);
    if (query === 'falla') return route.fulfill({ status: 400, json: {} });
    if (query === 'hip') await late.promise;
    const found = { hip: OTHERS, hipertensión: [HYPERTENSION, ...OTHERS], nada: [] }[query] ?? [];
    return route.fulfill({ json: found });
  });
  await page.clock.install();
  await page.goto(`/dashboard/pacientes/${note.patientId}/atencion/${note._id}`);
  await page.getByRole('switch', { name: 'Usar CIE-10' }).click();
  const search = page.getByRole('combobox', { name: 'Buscar en CIE-10' });
  const options = page.getByRole('option');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.fill('   ');
  await page.clock.runFor(1000);
  for (const letter of 'hip') {
    await search.press(letter);
    await page.clock.runFor(250);
  }
  await page.clock.resume();
  await expect.poll(() => asked).toEqual(['hip']);
  await search.fill('hipertensión');
  await expect(options).toHaveCount(3);
  late.resolve();
  await expect(options.first()).toHaveText(/I10.*Hipertensión esencial \(primaria\)/);
  await search.press('ArrowDown');
  await search.press('ArrowUp');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, [PHONE]);
  await search.press('Escape');
  await expect(options).toHaveCount(0);
  await search.press('ArrowDown');
  await search.press('Enter');
  const diagnoses = page.getByRole('list', { name: 'Diagnósticos agregados' }).getByRole('listitem');
  await expect(diagnoses).toHaveText(['I10 - Hipertensión esencial (primaria)']);
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();

  await search.fill('hipertensión');
  await options.first().click();
  await expect(search).toHaveValue('');
  await expect(diagnoses).toHaveCount(1);
  await search.fill('nada');
  await expect(page.getByText('Sin resultados')).toBeVisible();
  await search.fill('hipertensión');
  await expect(options).toHaveCount(3);
  await search.fill('falla');
  await expect(options).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await button('Guardar Permanentemente').click();
  await expectFieldError(search, 'Elige un código o borra la búsqueda');
  await expect(search).toBeFocused();
  await search.fill('');
  await expectNoFieldError(search);
  await expect(page.getByText('Guardado hace un momento')).toBeVisible();

  // A free text may be longer than a search allows.
  await page.getByRole('switch', { name: 'Usar CIE-10' }).click();
  await page.getByLabel('Diagnóstico', { exact: true }).fill('x'.repeat(300));
  await page.getByRole('switch', { name: 'Usar CIE-10' }).click();
  await expect.poll(() => asked.at(-1)).toBe('x'.repeat(200));
  await search.fill('');

  await page.route(`**${cie10Stats.path}`, (route) => route.fulfill({ json: { count: 0 } }));
  await page.reload();
  await page.getByRole('switch', { name: 'Usar CIE-10' }).click();
  await expect(page.getByText('La base de datos CIE-10 aún no está cargada.')).toBeVisible();
  await page.getByRole('switch', { name: 'Usar CIE-10' }).click();
  const diagnosis = page.getByLabel('Diagnóstico', { exact: true });
  await diagnosis.fill('Cefalea');
  await diagnosis.press('Enter');
  await expect(diagnoses).toHaveText(['I10 - Hipertensión esencial (primaria)', 'Cefalea']);
});
