import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test';
import {
  type Certificate,
  cancelCertificate,
  createCertificate,
  createCertificateTemplate,
  listCertificates,
  updateCertificate,
  updateCertificateTemplate,
} from '#contract/certificates';
import {
  type ClinicalNote,
  createClinicalNote,
  getClinicalNote,
  listClinicalNotes,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { deletePatient, type Patient } from '#contract/patients';
import { test } from './fixtures.ts';
import { holdRequest } from './requests.ts';
import { seedCertificate, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const profileOf = (patient: Patient) => `/dashboard/pacientes/${patient._id}`;
const addressOf = (note: ClinicalNote) => `/dashboard/pacientes/${note.patientId}/atencion/${note._id}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const reason = (page: Page) => field(page, 'Motivo de Consulta');
const agenda = (page: Page) => page.getByRole('link', { name: 'Agenda', exact: true });
const offline = (page: Page) => page.getByText('Sin conexión: se guardará al volver').first();

const apiOf = (request: APIRequestContext, { accessToken }: { accessToken: string }) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return {
    note: async ({ _id }: ClinicalNote): Promise<ClinicalNote> =>
      (await request.get(fillPath(getClinicalNote.path, { id: _id }), { headers })).json(),
    notes: async ({ _id }: Patient): Promise<ClinicalNote[]> =>
      (await request.get(fillPath(listClinicalNotes.path, { id: _id }), { headers })).json(),
    changesNote: ({ _id }: ClinicalNote, text: string) =>
      request.put(fillPath(updateClinicalNote.path, { id: _id }), { headers, data: { reason: text } }),
    certificates: async ({ _id }: Patient): Promise<Certificate[]> =>
      (await request.get(fillPath(listCertificates.path, { id: _id }), { headers })).json(),
    changesCertificate: ({ _id, title }: Certificate, content: string) =>
      request.put(fillPath(updateCertificate.path, { id: _id }), { headers, data: { title, content } }),
    cancels: ({ _id }: Certificate) => request.delete(fillPath(cancelCertificate.path, { id: _id }), { headers }),
    deletes: ({ _id }: Patient) => request.delete(fillPath(deletePatient.path, { id: _id }), { headers }),
    hasTemplate: async (name: string, content: string): Promise<{ _id: string }> =>
      (await request.post(createCertificateTemplate.path, { headers, data: { name, content } })).json(),
    changesTemplate: (id: string, content: string) =>
      request.put(fillPath(updateCertificateTemplate.path, { id }), { headers, data: { content } }),
  };
};

/** The server handles the request, and its answer does not reach the browser. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

test('«Guardar y salir» mientras se guarda espera y lleva también lo último que se escribió', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.open(`${profileOf(rosa)}/atencion`);
  const releaseRequest = await holdRequest(page, createClinicalNote.path);
  await reason(page).fill('Control');
  await button(page, 'Guardar').click();
  await expect(button(page, 'Guardando...')).toBeVisible();
  await field(page, 'Anamnesis').fill('Refiere cefalea');
  await agenda(page).click();
  await button(page, 'Guardar y salir').click();
  releaseRequest();
  await expect(heading(page)).toHaveText('Agenda');
  expect(await apiOf(request, ana).notes(rosa)).toMatchObject([{ reason: 'Control', anamnesis: 'Refiere cefalea' }]);
});

test('quien sale sin guardar mientras se finaliza no finaliza nada', async ({ ana, request }) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const page = await ana.open(addressOf(note));
  await expect(reason(page)).toHaveValue('Control');
  const releaseRequest = await holdRequest(page, fillPath(updateClinicalNote.path, { id: note._id }));
  const finalized: string[] = [];
  page.on('request', (one) => one.url().endsWith('/finalize') && finalized.push(one.url()));
  await reason(page).fill('Control anual');
  await button(page, 'Guardar Permanentemente').click();
  await expect(button(page, 'Finalizando...')).toBeVisible();
  await agenda(page).click();
  await button(page, 'Salir sin guardar').click();
  await expect(heading(page)).toHaveText('Agenda');
  const answered = page.waitForResponse((one) => one.request().method() === 'PUT');
  releaseRequest();
  await answered;
  await page.goto(addressOf(note));
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  expect(finalized).toEqual([]);
  await expect(toast(page)).toHaveCount(0);
  expect((await apiOf(request, ana).note(note)).status).toBe('draft');
});

test('finalizar mientras se guarda solo espera, y finaliza lo último que se escribió', async ({ ana, request }) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const page = await ana.open(addressOf(note));
  await expect(reason(page)).toHaveValue('Control');
  const releaseRequest = await holdRequest(page, fillPath(updateClinicalNote.path, { id: note._id }));
  await reason(page).fill('Control anual');
  await expect(page.getByText('Guardando…')).toBeVisible();
  await field(page, 'Anamnesis').fill('Refiere cefalea');
  await button(page, 'Guardar Permanentemente').click();
  releaseRequest();
  await expect(heading(page)).toHaveText('Nota Clínica Finalizada');
  expect(await apiOf(request, ana).note(note)).toMatchObject({
    status: 'finalized',
    reason: 'Control anual',
    anamnesis: 'Refiere cefalea',
  });
});

test('lo que se deshace después de una respuesta perdida queda deshecho también en el servidor', async ({
  ana,
  request,
}) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const page = await ana.open(addressOf(note));
  const path = `**${fillPath(updateClinicalNote.path, { id: note._id })}`;
  await expect(reason(page)).toHaveValue('Control');
  await page.route(path, loseAnswer);
  await reason(page).fill('Control anual');
  await expect(offline(page)).toBeVisible();
  await reason(page).fill('Control');
  await page.unroute(path);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Guardado hace un momento')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await apiOf(request, ana).note(note)).reason).toBe('Control');
});

test('una nota nueva que ya se creó y cambió en otra ventana se muestra junto a lo escrito', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const { notes, changesNote } = apiOf(request, ana);
  const page = await ana.open(`${profileOf(rosa)}/atencion`);
  await page.route(`**${createClinicalNote.path}`, loseAnswer);
  await reason(page).fill('Control');
  await button(page, 'Guardar').click();
  await expect(offline(page)).toBeVisible();
  const [created] = await notes(rosa);
  await changesNote(created as ClinicalNote, 'Lo de la otra ventana');
  await reason(page).fill('Lo mío');
  await page.unroute(`**${createClinicalNote.path}`);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog', { name: 'Esta nota cambió en otra ventana' })).toBeVisible();
  await expect(field(page, 'La otra versión')).toHaveValue(/Lo de la otra ventana/);
  await button(page, 'Conservar lo mío').click();
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  await expect(page).toHaveURL(addressOf(created as ClinicalNote));
  await expect(page.getByText('Guardado hace un momento')).toBeVisible();
  expect((await notes(rosa)).map((one) => one.reason)).toEqual(['Lo mío']);
});

test('una pestaña duplicada de una nota nueva escribe la misma nota, y ninguna pisa a la otra', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const { notes } = apiOf(request, ana);
  const first = await ana.open(`${profileOf(rosa)}/atencion`);
  await reason(first).fill('Control');
  await expect.poll(() => first.evaluate(() => sessionStorage.length)).toBe(1);
  // A tab that another one opens begins with a copy of its session storage, as a duplicated one does.
  const opened = first.waitForEvent('popup');
  await first.evaluate(() => void window.open(location.href));
  const second = await opened;
  await expect(second.getByText('Recuperamos lo que habías escrito')).toBeVisible();
  await expect(reason(second)).toHaveValue('Control');

  await button(first, 'Guardar').click();
  await expect(heading(first)).toHaveText('Editar Nota Clínica');
  await reason(second).fill('Control de presión');
  await button(second, 'Guardar').click();
  await expect(second.getByRole('dialog', { name: 'Esta nota cambió en otra ventana' })).toBeVisible();
  await expect(field(second, 'La otra versión')).toHaveValue('Motivo de Consulta\nControl');
  expect((await notes(rosa)).map((one) => one.reason)).toEqual(['Control']);
  await button(second, 'Conservar lo mío').click();
  await expect(second).toHaveURL(first.url());
  await expect(second.getByText('Guardado hace un momento')).toBeVisible();
  expect((await notes(rosa)).map((one) => one.reason)).toEqual(['Control de presión']);
});

test('en el diálogo, lo que se corrige tras una respuesta perdida queda en un solo certificado', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.open(profileOf(rosa));
  await page.route(`**${createCertificate.path}`, loseAnswer, { times: 1 });
  await button(page, 'Nuevo Certificado').click();
  await field(page, 'Título').fill('Reposo');
  await field(page, 'Contenido').fill('Tres días');
  await button(page, 'Crear Certificado').click();
  await expect(toast(page)).toContainText('Failed to create certificate');
  await field(page, 'Contenido').fill('Cinco días');
  await button(page, 'Crear Certificado').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { certificates } = apiOf(request, ana);
  expect((await certificates(rosa)).map(({ content }) => content)).toEqual(['Cinco días']);
});

test('cancelar un certificado nuevo borra también el que se creó con una respuesta perdida', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.open(`${profileOf(rosa)}/certificado`);
  const lost = Promise.withResolvers<void>();
  await page.route(`**${createCertificate.path}`, async (route) => {
    await lost.promise;
    await loseAnswer(route);
  });
  await field(page, 'Título').fill('Reposo');
  await field(page, 'Contenido').fill('Tres días');
  await button(page, 'Guardar').click();
  await expect(button(page, 'Guardando...')).toBeVisible();
  await expect(button(page, 'Cancelar certificado')).toBeDisabled();
  lost.resolve();
  await expect(offline(page)).toBeVisible();
  await page.unroute(`**${createCertificate.path}`);
  await button(page, 'Cancelar certificado').click();
  await button(page, 'Sí, cancelar').click();
  await expect(page).toHaveURL(profileOf(rosa));
  await expect(toast(page).filter({ hasText: 'Certificado cancelado correctamente' })).toBeVisible();
  await expect(page.getByText('No hay registros clínicos')).toBeVisible();
});

test('en el diálogo, un certificado que se creó con una respuesta perdida y cambió después no se toca: se crea otro', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const { certificates, changesCertificate } = apiOf(request, ana);
  const page = await ana.open(profileOf(rosa));
  await page.route(`**${createCertificate.path}`, loseAnswer, { times: 1 });
  await button(page, 'Nuevo Certificado').click();
  await field(page, 'Título').fill('Reposo');
  await field(page, 'Contenido').fill('Tres días');
  await button(page, 'Crear Certificado').click();
  await expect(toast(page)).toContainText('Failed to create certificate');
  const [created] = await certificates(rosa);
  await changesCertificate(created as Certificate, 'Cuatro días');
  await field(page, 'Contenido').fill('Cinco días');
  await button(page, 'Crear Certificado').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await certificates(rosa)).map(({ content }) => content)).toEqual(['Cinco días', 'Cuatro días']);
});

test('volver a la ventana no pide nada de nuevo mientras se escribe', async ({ ana, request }) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const page = await ana.open(addressOf(note));
  await expect(reason(page)).toHaveValue('Control');
  const read: string[] = [];
  page.on('request', (one) => one.method() === 'GET' && read.push(new URL(one.url()).pathname));
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const saved = page.waitForResponse((one) => one.request().method() === 'PUT');
  await reason(page).fill('Control anual');
  await saved;
  expect(read.filter((path) => /clinical-notes|patients/.test(path))).toEqual([]);
});

test('cerrar sesión en una pestaña borra lo que otra tenía sin guardar', async ({ ana, request }) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const page = await ana.open(addressOf(note));
  const keptTexts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:')).length);
  await page.route(`**${fillPath(updateClinicalNote.path, { id: note._id })}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await expect(reason(page)).toHaveValue('Control');
  await reason(page).fill('Secreto de Ana');
  await expect(offline(page)).toBeVisible();
  await expect.poll(keptTexts).toBe(1);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await button(other, 'Cerrar sesión').click();
  await expect(page).toHaveURL('/login');
  expect(await keptTexts()).toBe(0);
});

test('pasada la medianoche se guarda lo que se ve, con la plantilla que se aplicó', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana);
  const { hasTemplate, changesTemplate } = apiOf(request, ana);
  const template = await hasTemplate('Asistencia', 'Vino el {{fecha}}.');
  const page = await ana.newPage();
  await page.clock.setFixedTime('2026-07-16T03:59:00Z');
  await page.goto(`${profileOf(rosa)}/certificado`);
  await field(page, 'Plantilla').selectOption('Asistencia (v1)');
  await page.clock.setFixedTime('2026-07-16T04:01:00Z');
  await changesTemplate(template._id, 'Otra cosa');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(field(page, 'Plantilla').locator('option')).toHaveText([
    'Certificado en blanco',
    'Asistencia (v1)',
    'Asistencia (v2)',
  ]);
  await expect(field(page, 'Plantilla').locator('option:checked')).toHaveText('Asistencia (v1)');

  await field(page, 'Título').fill('Asistencia del {{fecha}} a {{hora}}');
  await expect(field(page, 'Título')).toHaveAccessibleDescription(/Variable desconocida: {{hora}}\./);
  await page.getByRole('tab', { name: 'Vista Previa' }).click();
  const preview = page.getByRole('article', { name: 'Vista previa del certificado' });
  await expect(preview).toContainText('Asistencia del 15/07/2026');
  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(createCertificate.path));
  await button(page, 'Guardar').click();
  expect((await sent).postDataJSON()).toMatchObject({
    title: 'Asistencia del 15/07/2026 a {{hora}}',
    content: 'Vino el 15/07/2026.',
    templateVersion: 1,
  });
  await page.getByRole('tab', { name: 'Editar' }).click();
  await expect(page.getByText('Plantilla: Asistencia (v1)')).toBeVisible();
});

test('después de guardar una nota nueva, la dirección de una nota nueva abre otra', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.open(`${profileOf(rosa)}/atencion`);
  await reason(page).fill('Control');
  await button(page, 'Guardar').click();
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  await page.evaluate(
    (address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    `${profileOf(rosa)}/atencion`,
  );
  await expect(heading(page)).toHaveText('Nueva Nota Clínica');
  await expect(reason(page)).toHaveValue('');
});

test('una nota nueva en la que no se escribió nada no se guarda, y lo dice', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.open(`${profileOf(rosa)}/atencion`);
  await field(page, 'Anamnesis').fill('   ');
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Escribe algo antes de guardar la nota');
  await expect(reason(page)).toBeFocused();
  await reason(page).fill('Control');
  await button(page, 'Guardar').click();
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  await reason(page).fill('');
  await button(page, 'Guardar').click();
  const reasons = async () => (await apiOf(request, ana).notes(rosa)).map((one) => one.reason);
  await expect.poll(reasons).toEqual([undefined]);
});

test('quien escribe sobre lo que otra ventana borró puede copiarlo y vuelve a donde hay algo', async ({
  ana,
  request,
}) => {
  const { cancels, deletes } = apiOf(request, ana);
  const rosa = await seedPatient(request, ana);
  const certificate = await seedCertificate(request, ana, rosa, { title: 'Reposo', content: 'Tres días' });
  const note = await seedClinicalNote(request, ana, rosa, { reason: 'Control' });

  const page = await ana.open(`${profileOf(rosa)}/certificado/${certificate._id}`);
  await expect(field(page, 'Contenido')).toHaveValue('Tres días');
  await cancels(certificate);
  await field(page, 'Contenido').fill('Cinco días');
  const title = 'Este certificado ya no existe: fue cancelado en otra ventana';
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(field(page, 'Lo que escribiste aquí')).toHaveValue(/Cinco días/);
  await expect(button(page, 'Copiar lo mío')).toBeVisible();
  await button(page, 'Volver al Paciente').click();
  await expect(page).toHaveURL(profileOf(rosa));
  await expect(heading(page)).toHaveText('Rosa Díaz');

  await page.goto(addressOf(note));
  await expect(reason(page)).toHaveValue('Control');
  await deletes(rosa);
  await reason(page).fill('Control anual');
  await expect(page.getByRole('dialog', { name: 'Esta nota ya no existe: el paciente fue eliminado' })).toBeVisible();
  await expect(field(page, 'Lo que escribiste aquí')).toHaveValue(/Control anual/);
  await button(page, 'Cerrar').click();
  await button(page, 'Guardar Permanentemente').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await button(page, 'Volver a Pacientes').click();
  await expect(page).toHaveURL('/dashboard/pacientes');
  await expect(page.getByText('Rosa Díaz')).toHaveCount(0);
});
