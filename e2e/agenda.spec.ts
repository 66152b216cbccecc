import { expect } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { grantPaidPlan, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const DAY = '2030-01-07';

test('una cita creada aparece en su hora, no admite otra encima y puede eliminarse; el día vive en la dirección', async ({
  ana,
  request,
}) => {
  await seedPatient(request, ana, { name: 'Rosa Díaz', rut: '12.345.678-5' });
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`);
  await expect(page.getByRole('heading', { name: /lunes 7 de enero,? (de )?2030/ })).toBeVisible();
  await expect(page.getByText('Disponible')).toHaveCount(28);
  const create = async () => {
    await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
    await expect(dialog.getByRole('button', { name: 'Crear Cita' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Buscar' }).click();
    await dialog.getByPlaceholder('Buscar por nombre o RUT...').fill('diaz');
    await expect(dialog.getByText('1 paciente(s) encontrado(s)')).toBeVisible();
    await dialog.getByText('Rosa Díaz').click();
    await dialog.getByLabel('Hora').selectOption('09:00');
    await dialog.getByLabel('Duración').selectOption('60');
    await dialog.getByRole('button', { name: 'Crear Cita' }).click();
    return dialog;
  };
  const dialog = await create();
  await expect(toast(page)).toContainText('Éxito');
  await expect(dialog).toBeHidden();
  const card = page.getByRole('article', { name: /Rosa Díaz/ });
  await expect(card).toContainText('09:00 - 10:00');
  await expect(page.getByText('Disponible'), 'la cita oculta la hora que cubre').toHaveCount(26);

  const second = await create();
  await expect(toast(page)).toContainText('Ya existe una cita en ese horario');
  await second.getByRole('button', { name: 'Cancelar' }).click();

  await card.getByRole('button', { name: /eliminar/i }).click();
  const confirm = page.getByRole('alertdialog', { name: '¿Eliminar cita?' });
  await expect(confirm).toContainText('Rosa Díaz');
  await expect(confirm).toContainText('07/01/2030');
  await expect(confirm).toContainText('09:00');
  await expect(confirm).toContainText('Esta acción no se puede deshacer.');
  await confirm.getByRole('button', { name: 'Sí, eliminar cita' }).click();
  await expect(card).toBeHidden();

  await test.step('anterior, siguiente, atrás y recargar conservan el día', async () => {
    await page.goto('/dashboard/agenda?fecha=2026-09-05');
    await expect(page.getByRole('heading', { name: /sábado 5 de septiembre/ })).toBeVisible();
    await page.getByRole('button', { name: /siguiente/i }).click();
    await expect(page.getByRole('heading', { name: /domingo 6 de septiembre/ })).toBeVisible();
    await page.getByRole('button', { name: /siguiente/i }).click();
    await expect(page).toHaveURL(/fecha=2026-09-07/);
    await page.goBack();
    await expect(page).toHaveURL(/fecha=2026-09-06/);
    await page.reload();
    await expect(page.getByRole('heading', { name: /domingo 6 de septiembre/ })).toBeVisible();
    await page.getByRole('button', { name: /anterior/i }).click();
    await expect(page).toHaveURL(/fecha=2026-09-05/);
  });

  await test.step('el calendario empieza en lunes y lleva al día elegido', async () => {
    await page.getByRole('button', { name: 'Calendario' }).click();
    const calendar = page.getByRole('grid');
    await expect(calendar.locator('th').first()).toHaveText(/^lu/i);
    await calendar.getByRole('button', { name: /, 9 de septiembre/ }).click();
    await expect(page).toHaveURL(/fecha=2026-09-09/);
  });
});

test('el paciente se busca con el teclado o con el dedo', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  const names = ['Ana Soto', 'Rosa Díaz', 'Rosa Soto'];
  for (const name of names) await seedPatient(request, ana, { name });
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`, { hasTouch: true });
  await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  const search = dialog.getByRole('combobox', { name: 'Buscar por nombre o RUT' });
  const options = dialog.getByRole('listbox', { name: 'Pacientes encontrados' }).getByRole('option');
  const option = (name: string) => options.filter({ hasText: name });
  const expectActive = async (name: string) => {
    await expect(option(name)).toHaveAttribute('aria-selected', 'true');
    await expect(options.and(page.getByRole('option', { selected: true }))).toHaveCount(1);
    await expect(search).toHaveAttribute('aria-activedescendant', (await option(name).getAttribute('id')) ?? '');
  };
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, PHONE);

  await search.pressSequentially('rosa');
  await expect(dialog.getByText('2 paciente(s) encontrado(s)')).toBeVisible();
  await expectActive('Rosa Díaz');
  await search.press('ArrowUp');
  await expectActive('Rosa Díaz');
  await search.press('ArrowDown');
  await search.press('ArrowDown');
  await expectActive('Rosa Soto');
  await search.press('Home');
  await search.pressSequentially('x');
  await expect(search).toHaveValue('xrosa');
  await expect(dialog.getByText('No se encontraron pacientes')).toBeVisible();
  await expect(search).toHaveAttribute('aria-expanded', 'false');
  await search.press('Enter');
  await search.press('Home');
  await search.press('Delete');
  await search.press('ArrowDown');
  await expectActive('Rosa Soto');
  await search.press('Enter');
  const clear = dialog.getByRole('button', { name: 'Quitar a Rosa Soto' });
  await expect(clear).toBeFocused();

  await clear.click();
  await option('Ana Soto').tap();
  await expect(dialog.getByRole('button', { name: 'Quitar a Ana Soto' })).toBeFocused();
});
