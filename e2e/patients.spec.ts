import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { endPaidPlan, grantPaidPlan, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

test('el primer paciente se agrega desde la lista vacía y se abre su ficha', async ({ ana }) => {
  const page = await ana.open('/dashboard/pacientes');
  await expect(page.getByRole('heading', { name: 'Pacientes', level: 1 })).toBeVisible();
  await expect(page.getByText('Gestiona las fichas de tus pacientes')).toBeVisible();
  await expect(page.getByText('No hay pacientes registrados')).toBeVisible();
  await expect(page.getByText('Comienza agregando tu primer paciente')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar Paciente' }).click();

  const dialog = page.getByRole('dialog', { name: 'Nuevo Paciente' });
  const save = dialog.getByRole('button', { name: /^(Crear|Guardar)/ });
  await save.click();
  await expect(toast(page)).toContainText('Por favor completa los campos obligatorios');

  await dialog.getByLabel('Nombre', { exact: false }).first().fill('  Rosa Aguilera Muñoz ');
  await dialog.getByLabel('RUT').fill('123456785');
  await expect(dialog.getByLabel('RUT')).toHaveValue('12.345.678-5');
  await dialog.getByLabel('Fecha de nacimiento').fill('1980-05-10');
  await expect(dialog.getByText(/\d+ años/)).toBeVisible();
  await dialog.getByLabel('Alergias').fill('Penicilina');
  const sent = page.waitForRequest((one) => one.url().endsWith('/api/patients') && one.method() === 'POST');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({
    ...{ name: 'Rosa Aguilera Muñoz', rut: expect.stringMatching(/^12\.?345\.?678-5$/), birthDate: '1980-05-10' },
    ...{ allergies: 'Penicilina', notas: null, alertas: null, preferencias: null },
  });
  await expect(toast(page)).toContainText('Éxito');

  await page.getByRole('link', { name: /Rosa Aguilera Muñoz/ }).click();
  await expect(page.getByRole('heading', { name: 'Rosa Aguilera Muñoz', level: 1 })).toBeVisible();
  await expect(page.getByText('10/05/1980')).toBeVisible();
  await expect(page.getByText('Penicilina')).toBeVisible();
  await expect(page.getByText('No hay registros clínicos')).toBeVisible();
});

test('la prueba gratuita tiene un solo paciente, y lo dice', async ({ ana, request }) => {
  await seedPatient(request, ana);
  const page = await ana.open('/dashboard/pacientes');
  await page.getByRole('button', { name: 'Nuevo Paciente' }).click();
  await expect(toast(page)).toContainText('Límite alcanzado');
  await expect(toast(page)).toContainText('Has alcanzado el límite de 1 paciente de la prueba gratuita.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('si los límites no pueden verificarse, no se crea', async ({ ana }) => {
  const page = await ana.newPage();
  await page.route('**/api/patients/can-create', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/dashboard/pacientes');
  await page.getByRole('button', { name: 'Nuevo Paciente' }).click();
  await expect(toast(page)).toContainText('Error al verificar límites de pacientes');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('se busca por una parte del nombre o del RUT, y una búsqueda vana lo dice', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  await seedPatient(request, ana, { name: 'Javiera Núñez Ortúzar', rut: '17.654.321-6' });
  await seedPatient(request, ana, { name: 'Ignacio Peñaloza Soto', rut: '9.876.543-3' });
  const page = await ana.open('/dashboard/pacientes');
  const search = page.getByRole('searchbox');
  const javiera = page.getByRole('link', { name: /Javiera/ });
  const ignacio = page.getByRole('link', { name: /Ignacio/ });
  await expect(javiera).toBeVisible();
  await expect(page.getByText('17.654.321-6')).toBeVisible();
  await search.fill('nunez');
  await expect(ignacio).toHaveCount(0);
  await expect(javiera).toBeVisible();
  await search.fill('98765');
  await expect(ignacio).toBeVisible();
  await expect(javiera).toHaveCount(0);
  await search.fill('nadie');
  await expect(page.getByText('No se encontraron pacientes')).toBeVisible();
  await expect(page.getByText('Intenta con otros términos de búsqueda')).toBeVisible();
});

test('la ficha muestra lo destacado, se edita y se elimina', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, {
    ...{ name: 'Rosa Díaz', phone: '+56 9 1234 5678', email: 'rosa@ejemplo.cl', sex: 'femenino' },
    ...{ alertas: 'Riesgo de caídas', notas: 'Trae exámenes', preferencias: 'Por la mañana' },
  });
  const page = await ana.open(`/dashboard/pacientes/${rosa._id}`);
  for (const text of ['Riesgo de caídas', 'Trae exámenes', 'Por la mañana']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByRole('link', { name: '+56 9 1234 5678' })).toHaveAttribute('href', /^tel:/);
  await expect(page.getByRole('link', { name: 'rosa@ejemplo.cl' })).toHaveAttribute('href', 'mailto:rosa@ejemplo.cl');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Editar Paciente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Paciente' });
  await dialog.getByLabel('Alertas').fill('');
  await dialog.getByRole('button', { name: /^Guardar/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Riesgo de caídas')).toHaveCount(0);

  await page.getByRole('button', { name: 'Editar Paciente' }).click();
  await dialog.getByRole('button', { name: 'Eliminar Paciente' }).click();
  const confirm = page.getByRole('alertdialog', { name: '¿Eliminar paciente?' });
  await expect(confirm).toContainText('no se puede deshacer');
  await expect(confirm).toContainText('15 años');
  await confirm.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/pacientes$/);
  await expect(page.getByText('No hay pacientes registrados')).toBeVisible();
});

test('la ficha de un paciente ajeno o que no existe no se encuentra', async ({ ana, newPerson, request }) => {
  const berta = await newPerson();
  const rosa = await seedPatient(request, berta);
  for (const id of [rosa._id, 'nadie']) {
    const page = await ana.open(`/dashboard/pacientes/${id}`);
    await expect(page.getByText('Paciente no encontrado')).toBeVisible();
    await page
      .getByRole('link', { name: 'Volver a Pacientes' })
      .or(page.getByRole('button', { name: 'Volver a Pacientes' }))
      .click();
    await expect(page).toHaveURL(/\/dashboard\/pacientes$/);
  }
});

test('con más de una página de pacientes se avanza por ellas', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  await Promise.all(
    Array.from({ length: 51 }, (_, i) => seedPatient(request, ana, { name: `Paciente ${String(i).padStart(2, '0')}` })),
  );
  const page = await ana.open('/dashboard/pacientes');
  await expect(page.getByRole('link', { name: /Paciente \d\d/ })).toHaveCount(50);
  await page
    .getByRole('button', { name: 'Siguiente' })
    .or(page.getByRole('link', { name: 'Siguiente' }))
    .click();
  await expect(page.getByRole('link', { name: /Paciente \d\d/ })).toHaveCount(1);
  await page.getByRole('searchbox').fill('paciente 07');
  await expect(page.getByRole('link', { name: 'Paciente 07' })).toBeVisible();
});

test('cuando el plan termina con más pacientes que su límite, la ficha lo dice', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  const rosa = await seedPatient(request, ana);
  await seedPatient(request, ana);
  const page = await ana.open(`/dashboard/pacientes/${rosa._id}`);
  await expect(page.getByText('No hay registros clínicos')).toBeVisible();
  await expect(page.getByText('Funcionalidad Limitada')).toHaveCount(0);
  await endPaidPlan(ana);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  await expect(page.getByText('Las funciones clínicas multipaciente requieren una cuenta Pro.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agregar Atención' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Nuevo Certificado' })).toBeDisabled();
});
