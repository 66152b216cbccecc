import { expect } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { grantPaidPlan, seedAppointment, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const DAY = '2030-01-07';

test('la agenda muestra el día en 28 horas, y una cita larga oculta las que cubre', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz', rut: '12.345.678-5' });
  await seedAppointment(request, ana, { patientId: rosa._id, date: DAY, time: '09:30', duration: 90, note: 'Control' });
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`);

  await expect(page.getByRole('heading', { name: 'Agenda', level: 1 })).toBeVisible();
  await expect(page.getByText('Gestiona tus citas diarias')).toBeVisible();
  await expect(page.getByRole('heading', { name: /lunes 7 de enero,? (de )?2030/ })).toBeVisible();
  const card = page.getByRole('article', { name: /Rosa Díaz/ });
  await expect(card).toContainText('12.345.678-5');
  await expect(card).toContainText('Control');
  await expect(card).toContainText('09:30 - 11:00');
  await expect(card).toContainText('1h 30min');
  await expect(page.getByText('Disponible')).toHaveCount(25);
  await expect(page.getByText('10:00', { exact: true })).toHaveCount(0);
  await expect(page.getByText('11:00', { exact: true })).toBeVisible();

  await card.dblclick();
  await expect(page).toHaveURL(new RegExp(`/dashboard/pacientes/${rosa._id}$`));
});

test('una cita que llega sin duración se muestra de 30 minutos', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedAppointment(request, ana, { patientId: rosa._id, date: DAY, time: '09:30', duration: 90 });
  const page = await ana.newPage();
  await page.route('**/api/appointments?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()).map((appointment: object) => ({ ...appointment, duration: undefined }));
    await route.fulfill({ response, json });
  });
  await page.goto(`/dashboard/agenda?fecha=${DAY}`);
  const card = page.getByRole('article', { name: /Rosa Díaz/ });
  await expect(card).toContainText('09:30 - 10:00');
  await expect(card.getByText('30min', { exact: true })).toBeVisible();
  await expect(page.getByText('Disponible')).toHaveCount(27);
  await expect(page.getByText('NaN')).toHaveCount(0);
});

test('el día vive en la dirección: anterior, siguiente, atrás y recargar lo conservan', async ({ ana }) => {
  const page = await ana.open('/dashboard/agenda?fecha=2026-09-05');
  await expect(page.getByRole('heading', { name: /sábado 5 de septiembre/ })).toBeVisible();
  await page.getByRole('button', { name: /siguiente/i }).click();
  await expect(page).toHaveURL(/fecha=2026-09-06/);
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

test('el calendario empieza en lunes y lleva al día elegido', async ({ ana }) => {
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`);
  await page.getByRole('button', { name: 'Calendario' }).click();
  const calendar = page.getByRole('grid');
  await expect(calendar.locator('th').first()).toHaveText(/^lu/i);
  await calendar.getByRole('button', { name: /, 9 de enero/ }).click();
  await expect(page).toHaveURL(/fecha=2030-01-09/);
});

test('una cita creada aparece en su hora, no admite otra encima y puede eliminarse', async ({ ana, request }) => {
  await seedPatient(request, ana, { name: 'Rosa Díaz', rut: '12.345.678-5' });
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`);
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
});

test('una nota escrita no se pierde sin preguntar, y un paciente que ya no existe se dice en su campo', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`);
  await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await dialog.getByLabel('Paciente').selectOption({ index: 1 });
  await dialog.getByLabel('Hora').selectOption('09:00');
  await dialog.getByLabel('Nota').fill('Trae exámenes');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(dialog.getByLabel('Nota')).toHaveValue('Trae exámenes');

  const removed = await request.delete(`/api/patients/${patient._id}`, {
    headers: { authorization: `Bearer ${ana.accessToken}` },
  });
  expect(removed.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Crear Cita' }).click();
  await expect(dialog.getByText('Este paciente ya no existe. Selecciona otro.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toBeHidden();
});

test('sin pacientes la cita no puede crearse, y una búsqueda vana lo dice', async ({ ana }) => {
  const page = await ana.open(`/dashboard/agenda?fecha=${DAY}`);
  await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await expect(dialog.getByText('No hay pacientes disponibles')).toBeVisible();
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  await dialog.getByPlaceholder('Buscar por nombre o RUT...').fill('nadie');
  await expect(dialog.getByText('No se encontraron pacientes')).toBeVisible();
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
  await expectAccessible(page, [PHONE]);

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

test('si las citas no cargan, se dice', async ({ ana }) => {
  const page = await ana.newPage();
  await page.route('**/api/appointments?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/dashboard/agenda?fecha=${DAY}`);
  await expect(toast(page)).toContainText('No se pudieron cargar las citas');
});
