import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { logout } from '#contract/auth';
import {
  type Certificate,
  createCertificate,
  createCertificateTemplate,
  finalizeCertificate,
  listCertificateTemplates,
  updateCertificate,
  updateCertificateTemplate,
} from '#contract/certificates';
import { dayIn, formatDay } from '#contract/days';
import { fillPath } from '#contract/endpoint';
import type { Patient } from '#contract/patients';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { endPaidPlan, grantPaidPlan, seedCertificate, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

/** The green of the light theme. */
const GREEN = 'oklch(0.5 0.12 155)';
const ROSA = { name: 'Rosa Aguilera Muñoz', rut: '17.654.321-6', birthDate: '1980-01-01' };

const profileOf = (patient: Patient) => `/dashboard/pacientes/${patient._id}`;
const addressOf = ({ patientId, _id }: Certificate) => `/dashboard/pacientes/${patientId}/certificado/${_id}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const preview = (page: Page) => page.getByRole('article', { name: 'Vista previa del certificado' });
const entries = (page: Page) => page.getByRole('list', { name: 'Historial Clínico' }).getByRole('article');
const saved = (page: Page) => page.getByText('Guardado hace un momento');
const today = () => formatDay(dayIn('America/Santiago', new Date()));

const apiOf = (request: APIRequestContext, { accessToken }: { accessToken: string }) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    hasTemplate: async (name: string, content: string): Promise<{ _id: string }> =>
      (await request.post(createCertificateTemplate.path, { headers, data: { name, content } })).json(),
    changesTemplate: (id: string, content: string) =>
      request.put(fillPath(updateCertificateTemplate.path, { id }), { headers, data: { content } }),
    finalizes: ({ _id }: Certificate) =>
      request.post(fillPath(finalizeCertificate.path, { id: _id }), { headers, data: {} }),
  };
};

test('el diálogo crea una plantilla, su segunda versión y un certificado que la nombra', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const page = await ana.open(profileOf(rosa));
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
  await expectAccessible(page, [PHONE]);
  await entry.getByRole('button', { name: 'Guardar definitivamente' }).click();
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

test('cancelar el diálogo pregunta antes de perder lo escrito, y lo escrito sobrevive a la sesión', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const page = await ana.open('/dashboard/pacientes');
  await page.getByRole('link', { name: /Rosa/ }).click();
  await button(page, 'Nuevo Certificado').click();
  await button(page, 'Cancelar').click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await button(page, 'Nuevo Certificado').click();
  await field(page, 'Título').fill('Reposo');
  await button(page, 'Cancelar').click();
  await button(page, 'Seguir editando').click();
  await page.goBack();
  await expect(page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  await button(page, 'Guardar y salir').click();
  await expect(toast(page)).toContainText('Please fill in both title and content');
  await field(page, 'Contenido').fill('Reposo en casa');

  await request.post(logout.path, { data: { refreshToken: ana.refreshToken } });
  await button(page, 'Crear Certificado').click();
  await expect(page).toHaveURL('/login');
  await fillAndLogIn(page, ana.user.email, PASSWORD);
  await expect(page).toHaveURL(profileOf(rosa));
  await expect(page.getByText('Recuperamos lo que habías escrito')).toBeVisible();
  await expect(field(page, 'Contenido')).toHaveValue('Reposo en casa');
  await button(page, 'Cancelar').click();
  await button(page, 'Descartar').click();
  await page.reload();
  await expect(page.getByText('No hay registros clínicos')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('los errores del diálogo se muestran y no se pierde lo escrito', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const page = await ana.newPage();
  await page.route('**/api/certificate-templates', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route(`**${createCertificate.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.goto(profileOf(rosa));
  await button(page, 'Nuevo Certificado').click();
  await expect(toast(page)).toContainText('Failed to load certificate templates');
  await field(page, 'Título').fill('Reposo');
  await field(page, 'Contenido').fill('Reposo en casa');
  await button(page, 'Guardar plantilla').click();
  await expect(toast(page)).toContainText('Failed to save template');
  await button(page, 'Crear Certificado').click();
  await expect(toast(page)).toContainText('Failed to create certificate');
  await button(page, 'Crear Certificado').click();
  await expect(entries(page)).toContainText('Reposo en casa');
});

test('si el plan termina con el diálogo abierto, se avisa, no se pierde lo escrito y el diálogo no vuelve a abrirse solo', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  const rosa = await seedPatient(request, ana, ROSA);
  await seedPatient(request, ana);
  const page = await ana.open(profileOf(rosa));
  await button(page, 'Nuevo Certificado').click();
  await field(page, 'Título').fill('Reposo');
  await field(page, 'Contenido').fill('Reposo en casa');
  await endPaidPlan(ana);
  await button(page, 'Crear Certificado').click();
  await expect(toast(page)).toContainText('Acceso Restringido');
  await expect(page.getByText('Funcionalidad Limitada')).toBeVisible();
  await expect(field(page, 'Contenido')).toHaveValue('Reposo en casa');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('en la página una plantilla llena el contenido; se guarda, se finaliza y ya no se puede editar', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const { hasTemplate } = apiOf(request, ana);
  await hasTemplate('Asistencia', '{{paciente}} ({{rut}}, {{edad}}) vino el {{fecha}}. {{hora}} {{profesional}}');
  await hasTemplate('Reposo', 'Reposo');
  const page = await ana.open(`${profileOf(rosa)}/certificado`);
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
  await expectAccessible(page, [PHONE]);
});

test('se guarda automáticamente, dos ventanas no se sobrescriben, y cancelarlo lo borra', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const certificate = await seedCertificate(request, ana, rosa, { title: 'Reposo', content: 'Tres días' });
  const first = await ana.open(addressOf(certificate));
  const second = await ana.open(addressOf(certificate));
  const content = (page: Page) => field(page, 'Contenido');
  await expect(content(second)).toHaveValue('Tres días');
  await content(first).fill('Cuatro días');
  await expect(saved(first)).toBeVisible();
  await content(second).fill('Cinco días');
  await expect(second.getByRole('dialog', { name: 'Este certificado cambió en otra ventana' })).toBeVisible();
  await expect(field(second, 'La otra versión')).toHaveValue('Reposo\n\nCuatro días');
  await button(second, 'Conservar lo mío').click();
  await expect(saved(second)).toBeVisible();

  await second.route(`**${fillPath(updateCertificate.path, { id: certificate._id })}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await button(second, 'Cancelar certificado').click();
  await button(second, 'Sí, cancelar').click();
  await expect(toast(second)).toContainText('No se pudo cancelar el certificado');

  await first.reload();
  await expect(content(first)).toHaveValue('Cinco días');
  await button(first, 'Cancelar certificado').click();
  await button(first, 'No, mantener').click();
  await expect(content(first)).toBeVisible();
  await button(first, 'Cancelar certificado').click();
  await expectAccessible(first, [PHONE]);
  await button(first, 'Sí, cancelar').click();
  await expect(first).toHaveURL(profileOf(rosa));
  await expect(toast(first)).toContainText('Certificado cancelado correctamente');
  await expect(first.getByText('No hay registros clínicos')).toBeVisible();
  await first.goto(addressOf(certificate));
  await expect(first.getByText('Certificado no encontrado')).toBeVisible();
  await first.getByRole('link', { name: 'Volver a Pacientes' }).click();
  await expect(first).toHaveURL(/\/dashboard\/pacientes$/);
});

test('uno nuevo se puede finalizar sin guardarlo antes; uno finalizado en otra ventana ya no se cancela', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const certificate = await seedCertificate(request, ana, rosa);
  const page = await ana.open(`${profileOf(rosa)}/certificado`);
  await field(page, 'Título').fill('Asistencia');
  await expect(field(page, 'Plantilla')).toHaveCount(0);
  await field(page, 'Contenido').fill('Vino a control');
  await button(page, 'Guardar Definitivamente').click();
  await expect(page.getByText('Finalizado', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/certificado\/[\da-f-]{36}$/);
  await expect(field(page, 'Contenido')).toBeDisabled();

  await page.goto(addressOf(certificate));
  await expect(field(page, 'Título')).toBeVisible();
  await apiOf(request, ana).finalizes(certificate);
  await button(page, 'Cancelar certificado').click();
  await button(page, 'Sí, cancelar').click();
  await expect(toast(page)).toContainText('No se puede cancelar un certificado finalizado');
  await expect(page.getByText('Finalizado', { exact: true })).toBeVisible();
});

test('los errores al cargar y al guardar se muestran', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, ROSA);
  const certificate = await seedCertificate(request, ana, rosa);
  const page = await ana.newPage();
  const path = `**${fillPath(updateCertificate.path, { id: certificate._id })}`;
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(addressOf(certificate));
  await expect(toast(page)).toContainText('No se pudo cargar la información del certificado');
  await page.unroute(path);
  await button(page, 'Volver a intentar').click();
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
  await field(page, 'Título').fill('Otro');
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('No se pudo guardar el certificado');
  await page.unroute(path);
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Certificado guardado correctamente');
  await page.goto('/dashboard/pacientes/0198a3a0-0000-7000-8000-000000000000/certificado');
  await expect(page.getByText('Paciente no encontrado')).toBeVisible();
});

test('sin permiso del plan no se escribe; lo finalizado se lee, y el historial se muestra en orden y sin enlaces', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  const rosa = await seedPatient(request, ana, ROSA);
  await seedPatient(request, ana);
  const draft = await seedCertificate(request, ana, rosa, { title: 'Reposo', content: 'Tres días' });
  await seedClinicalNote(request, ana, rosa, { reason: 'Control anual' });
  const done = await seedCertificate(request, ana, rosa, { title: 'Asistencia', content: 'Vino' });
  await apiOf(request, ana).finalizes(done);
  await endPaidPlan(ana);

  const page = await ana.open(profileOf(rosa));
  await expect(page.getByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  await expect(button(page, 'Nuevo Certificado')).toBeDisabled();
  await expect(entries(page)).toContainText(['Asistencia', 'Motivo: Control anual', 'Reposo']);
  await expect(entries(page).getByRole('link')).toHaveCount(0);
  await expect(entries(page).getByRole('button')).toHaveText(['Imprimir PDF']);
  for (const address of [addressOf(draft), `${profileOf(rosa)}/certificado`]) {
    await page.goto(address);
    await expect(heading(page)).toHaveText('Acceso Restringido');
    await expect(page.getByText('Las funciones clínicas multipaciente requieren una cuenta Pro.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ver Configuración de Cuenta' })).toBeVisible();
  }
  await page.goto(addressOf(done));
  await expect(field(page, 'Contenido')).toHaveValue('Vino');
});
