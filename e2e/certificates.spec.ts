import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createCertificateTemplate, listCertificateTemplates, updateCertificateTemplate } from '#contract/certificates';
import { dayIn, formatDay } from '#contract/days';
import { fillPath } from '#contract/endpoint';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { confirmFinalizing } from './finalizing.ts';
import { test } from './fixtures.ts';
import { profileAddress, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

/** The green of the light theme. */
const GREEN = 'oklch(0.5 0.12 155)';
const ROSA = { name: 'Rosa Aguilera Muñoz', rut: '17.654.321-6', birthDate: '1980-01-01' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const preview = (page: Page) => page.getByRole('article', { name: 'Vista previa del certificado' });
const entries = (page: Page) => page.getByRole('list', { name: 'Historial Clínico' }).getByRole('article');
const today = () => formatDay(dayIn('America/Santiago', new Date()));

const apiOf = (request: APIRequestContext, { accessToken }: { accessToken: string }) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    hasTemplate: async (name: string, content: string): Promise<{ _id: string }> =>
      (await request.post(createCertificateTemplate.path, { headers, data: { name, content } })).json(),
    changesTemplate: (id: string, content: string) =>
      request.put(fillPath(updateCertificateTemplate.path, { id }), { headers, data: { content } }),
  };
};

test('el diálogo crea una plantilla, su segunda versión y un certificado que la nombra', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const page = await ana.open(profileAddress(rosa));
  await button(page, 'Nuevo Certificado').click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo Certificado - Rosa Aguilera Muñoz' });
  await expect(field(page, 'Plantilla').locator('option')).toHaveText(['Certificado en blanco']);
  await tab(page, 'Vista Previa').click();
  await button(page, 'Crear Certificado').click();
  await expect(toast(page)).toContainText('Please fill in both title and content');
  await expectFieldError(field(page, 'Título'), 'El título es requerido');
  await expectFieldError(field(page, 'Contenido'), 'El contenido es requerido');
  await expect(field(page, 'Título')).toBeFocused();
  await field(page, 'Título').fill('Reposo escolar');
  await expectNoFieldError(field(page, 'Título'));
  await button(page, 'Guardar plantilla').click();
  await expect(toast(page)).toContainText('Please fill in both title and content before saving as template');

  await field(page, 'Contenido').fill(
    `Certifico que Rosa Aguilera Muñoz, RUT 17.654.321-6,\nfue atendida el ${today()}. {{dias}} días.`,
  );
  await expect(field(page, 'Contenido')).toHaveAccessibleDescription(
    /Variables disponibles: {{paciente}}, {{rut}}, {{edad}}, {{fecha}}, {{profesional}}\..*Variable desconocida: {{dias}}\./,
  );
  await button(page, 'Guardar plantilla').click();
  await expect(toast(page)).toContainText('Éxito');
  await expect(toast(page)).toContainText('quedaron como variables: {{paciente}}, {{rut}}, {{fecha}}.');
  await expect(field(page, 'Plantilla').locator('option:checked')).toHaveText('Reposo escolar (v1)');

  await field(page, 'Título').fill('Reposo de una semana');
  await field(page, 'Contenido').fill('Se indica reposo a {{Paciente}}\n\ndurante 7 días. {{profesional}}');
  await expectAccessible(page);
  await button(page, 'Guardar plantilla').click();
  await expect(field(page, 'Plantilla').locator('option')).toHaveText(['Certificado en blanco', 'Reposo escolar (v2)']);

  await tab(page, 'Vista Previa').click();
  await expect(preview(page)).toContainText(/CERTIFICADO MÉDICO.*Rosa Aguilera Muñoz.*17\.654\.321-6.*\d+ años/);
  await expect(preview(page)).toContainText('Este certificado no constituye licencia médica ni la reemplaza.');
  const text = preview(page).getByText('Se indica reposo a Rosa Aguilera Muñoz\n\ndurante 7 días. Ana Pérez Soto');
  await expect(text).toHaveCSS('white-space', 'pre-wrap');
  await expect(text).toHaveCSS('min-height', '150px');
  await button(page, 'Crear Certificado').click();
  await expect(dialog).toBeHidden();
  await expect(toast(page)).toContainText('Certificado creado correctamente');
  await expect(button(page, 'Nuevo Certificado')).toBeFocused();

  const entry = entries(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(entry).toHaveCount(1);
  await expect(entry).toHaveCSS('border-left-color', GREEN);
  await expect(entry).toContainText(today());
  await expect(entry).toContainText('Certificado en edición');
  await expect(entry).toContainText(/Reposo de una semana.*Plantilla: Reposo escolar \(v2\).*Rosa Aguilera Muñoz/);
  await expectAccessible(page, PHONE);
  await entry.getByRole('button', { name: 'Guardar definitivamente' }).click();
  await confirmFinalizing(page);
  await expect(toast(page)).toContainText('Certificado finalizado correctamente');
  await expect(entry.getByText('Certificado', { exact: true })).toBeVisible();
  await expect(entry.getByRole('button')).toHaveText(['Imprimir PDF']);

  const [template] = await (
    await request.get(listCertificateTemplates.path, { headers: { authorization: `Bearer ${ana.accessToken}` } })
  ).json();
  expect(template.content).toBe('Se indica reposo a {{Paciente}}\n\ndurante 7 días. {{profesional}}');
  await apiOf(request, ana).changesTemplate(template._id, 'Otra cosa');
  await page.reload();
  await expect(entry).toContainText('Plantilla: Reposo escolar (v2)');
});

test('en la página una plantilla llena el contenido; se guarda, se finaliza y ya no se puede editar', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const { hasTemplate } = apiOf(request, ana);
  await hasTemplate('Asistencia', '{{paciente}} ({{rut}}, {{edad}}) vino el {{fecha}}. {{hora}} {{profesional}}');
  await hasTemplate('Reposo', 'Reposo');
  const page = await ana.open(`${profileAddress(rosa)}/certificado`);
  await expect(heading(page)).toHaveText('Nuevo Certificado');
  await expect(page.getByText('Rosa Aguilera Muñoz · RUT 17.654.321-6')).toBeVisible();
  await expect(page.getByText('En edición')).toBeVisible();
  await tab(page, 'Vista Previa').click();
  await expect(preview(page)).toContainText('Complete el título y contenido para ver la vista previa');
  await tab(page, 'Editar').click();

  await field(page, 'Plantilla').selectOption('Asistencia (v1)');
  await expect(toast(page)).toContainText('Plantilla aplicada');
  const content = field(page, 'Contenido');
  await expect(content).toHaveCSS('min-height', '300px');
  await expect(content).toHaveValue(
    `Rosa Aguilera Muñoz (17.654.321-6, ${rosa.age}) vino el ${today()}. {{hora}} Ana Pérez Soto`,
  );
  await expect(content).toHaveAccessibleDescription(/Variable desconocida: {{hora}}\./);
  await content.fill('Lo mío');
  await field(page, 'Plantilla').selectOption('Reposo (v1)');
  await page.getByRole('alertdialog', { name: '¿Reemplazar el contenido?' }).getByText('Cancelar').click();
  await expect(content).toHaveValue('Lo mío');
  await expect(field(page, 'Plantilla').locator('option:checked')).toHaveText('Asistencia (v1)');

  for (const name of ['Guardar', 'Guardar Definitivamente']) await expect(button(page, name)).toBeDisabled();
  await field(page, 'Título').fill('   ');
  await expect(button(page, 'Guardar')).toBeDisabled();
  await field(page, 'Título').fill('Asistencia a control');
  await expectAccessible(page);
  await button(page, 'Guardar').click();
  await expect(page).toHaveURL(/\/certificado\/[\da-f-]{36}$/);
  await expect(heading(page)).toHaveText('Editar Certificado');
  await expect(toast(page)).toContainText('Certificado guardado correctamente');
  await expect(field(page, 'Plantilla')).toHaveCount(0);
  await expect(page.getByText('Plantilla: Asistencia (v1)')).toBeVisible();

  await button(page, 'Cancelar certificado').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, PHONE);
  await button(page, 'No, mantener').click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await content.fill('…');
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText(/Por favor complete el título y contenido del certificado$/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectFieldError(content, 'El contenido es requerido');
  await button(page, 'Guardar Definitivamente').click();
  await expect(toast(page)).toContainText(
    'Por favor complete el título y contenido del certificado antes de finalizar',
  );
  await content.fill('Vino a control\n\ncon {{paciente}}');
  await button(page, 'Guardar Definitivamente').click();
  await confirmFinalizing(page);
  await expect(toast(page)).toContainText('Certificado finalizado correctamente');
  await expect(page.getByText('Finalizado', { exact: true })).toBeVisible();
  await expect(content).toBeDisabled();
  await expect(content).toHaveValue('Vino a control\n\ncon Rosa Aguilera Muñoz');
  await expect(page.getByText('no constituye licencia médica').first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Finalizado el \d\d\/\d\d\/\d{4} a las \d\d:\d\d/);
  for (const name of ['Guardar', 'Guardar Definitivamente', 'Cancelar certificado']) {
    await expect(button(page, name)).toHaveCount(0);
  }
  await tab(page, 'Vista Previa').click();
  await expect(preview(page)).toContainText('con Rosa Aguilera Muñoz');
  await expectAccessible(page, PHONE);
});
