import { expect } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { grantPaidPlan, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const HIGHLIGHTS = { Alertas: 'Riesgo de caídas', Notas: 'Trae exámenes', Preferencias: 'Por la mañana' };

test('el primer paciente se agrega, se busca, se abre su ficha, se edita y se elimina', async ({ ana }) => {
  const page = await ana.open('/dashboard/pacientes');
  await page.getByRole('button', { name: 'Agregar Paciente' }).click();

  const rosa = page.getByRole('link', { name: /Rosa Aguilera Muñoz/ });
  const dialog = page.getByRole('dialog', { name: 'Nuevo Paciente' });
  const save = dialog.getByRole('button', { name: /^(Crear|Guardar)/ });

  await dialog.getByLabel('Nombre', { exact: false }).first().fill('  Rosa Aguilera Muñoz ');
  await dialog.getByLabel('RUT').fill('123456785');
  await dialog.getByLabel('Fecha de nacimiento').fill('1980-05-10');
  await dialog.getByLabel('Alergias').fill('Penicilina');
  await dialog.getByLabel('Teléfono').fill('+56 9 1234 5678');
  await dialog.getByLabel('Email').fill('rosa@ejemplo.cl');
  for (const [label, text] of Object.entries(HIGHLIGHTS)) await dialog.getByLabel(label).fill(text);
  await save.click();
  await expect(toast(page)).toContainText('Éxito');
  await expect(page.getByRole('listitem').filter({ has: rosa })).toContainText('Última visita');
  await toast(page).getByRole('button', { name: 'Abrir ficha' }).click();
  await expect(page.getByRole('heading', { name: 'Rosa Aguilera Muñoz', level: 1 })).toBeVisible();
  await page.goBack();

  await test.step('se busca por una parte del nombre o del RUT', async () => {
    for (const text of ['munoz', '34567', 'muñoz rosa']) {
      await page.getByRole('searchbox').fill(text);
      await expect(page).toHaveURL((url) => url.searchParams.get('buscar') === text);
      await expect(rosa).toBeVisible();
    }
  });

  await test.step('la ficha muestra lo destacado', async () => {
    await rosa.click();
    await expect(page.getByRole('heading', { name: 'Rosa Aguilera Muñoz', level: 1 })).toBeVisible();
    for (const text of ['10/05/1980', ...Object.values(HIGHLIGHTS), 'No hay registros clínicos']) {
      await expect(page.getByText(text)).toBeVisible();
    }
    // In the heading and among the data.
    await expect(page.getByText('Penicilina')).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('se edita y se elimina', async () => {
    await page.getByRole('button', { name: 'Editar Paciente' }).click();
    const editing = page.getByRole('dialog', { name: 'Editar Paciente' });
    await editing.getByLabel('Alertas').fill('');
    await editing.getByRole('button', { name: /^Guardar/ }).click();
    await expect(editing).toBeHidden();
    await expect(page.getByText(HIGHLIGHTS.Alertas)).toHaveCount(0);
    await page.getByRole('button', { name: 'Editar Paciente' }).click();
    await editing.getByRole('button', { name: 'Eliminar Paciente' }).click();
    const confirm = page.getByRole('alertdialog', { name: '¿Eliminar paciente?' });
    await confirm.getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/pacientes$/);
    await expect(page.getByText('No hay pacientes registrados')).toBeVisible();
  });
});

test('en el teléfono un nombre largo se lee entero al buscar, y Tab no deja el foco fuera de la vista', async ({
  ana,
  request,
}) => {
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis';
  const document = { documentType: 'passport' as const, rut: 'ABCDEFGHIJ0123456789' };
  await grantPaidPlan(ana);
  await seedPatient(request, ana, { name, socialName: `A${name.toLowerCase()}`, ...document });
  const page = await ana.open('/dashboard/pacientes', { viewport: PHONE });
  await expect(page.getByRole('link', { name: `A${name.toLowerCase()} (${name})` })).toBeVisible();
  await page.getByRole('button', { name: 'Buscar paciente o RUT' }).click();
  await page.getByRole('combobox', { name: 'Buscar pacientes y páginas' }).fill('wolfe');
  const found = page.getByRole('option', { name });
  const width = async (text: string) => (await found.getByText(text).boundingBox())?.width ?? 0;
  await expect(found.getByText('Pasaporte ABCDEFGHIJ0123456789')).toBeVisible();
  expect(await width(name)).toBeGreaterThan(PHONE.width / 2);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Nuevo Paciente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo Paciente' });
  await dialog.getByRole('button', { name: 'Crear Paciente' }).focus();
  await dialog.getByLabel('Preferencias').scrollIntoViewIfNeeded();
  await page.keyboard.press('Tab');
  const close = dialog.getByRole('button', { name: 'Cerrar' });
  await expect(close).toBeFocused();
  await expect(close).toBeInViewport({ ratio: 1 });
});
