import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { logout } from '#contract/auth';
import { type ClinicalNote, createClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { expectFieldError } from './field-error.ts';
import { PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { holdRequest } from './requests.ts';
import { endPaidPlan, grantPaidPlan, seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const profileOf = (patient: Patient) => `/dashboard/pacientes/${patient._id}`;
const addressOf = (note: ClinicalNote) => `/dashboard/pacientes/${note.patientId}/atencion/${note._id}`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const saved = (page: Page) => page.getByText('Guardado hace un momento');
const leaving = (page: Page) => page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });
const conflict = (page: Page) => page.getByRole('dialog', { name: 'Esta nota cambió en otra ventana' });

/** The requests that write notes, in order. */
function writesOf(page: Page): { method: string; body: Record<string, unknown> }[] {
  const writes: { method: string; body: Record<string, unknown> }[] = [];
  page.on('request', (one) => {
    if (!one.url().includes(createClinicalNote.path) || one.method() === 'GET') return;
    writes.push({ method: one.method(), body: one.postDataJSON() });
  });
  return writes;
}

const finalizeElsewhere = (request: APIRequestContext, { accessToken }: { accessToken: string }, note: ClinicalNote) =>
  request.post(finalizeClinicalNote.path.replace('{id}', note._id), {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {},
  });

const unsavedTexts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:')));

test('el primer guardado crea una sola nota y conserva el foco y el texto; después se guarda automáticamente', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Aguilera Muñoz', rut: '17.654.321-6' });
  const page = await ana.open(profileOf(rosa));
  const writes = writesOf(page);
  await button(page, 'Agregar Atención').click();
  await expect(heading(page)).toHaveText('Nueva Nota Clínica');
  await expect(page.getByText('Borrador')).toBeVisible();
  await expect(page.getByText('Rosa Aguilera Muñoz · RUT 17.654.321-6')).toBeVisible();
  await expect(button(page, 'Guardar Permanentemente')).toHaveCount(0);
  // With autocomplete the browser would store the typed text on disk, also after the logout.
  await expect(page.locator('textarea:not([autocomplete="off"])')).toHaveCount(0);

  const releaseRequest = await holdRequest(page, createClinicalNote.path);
  await field(page, 'Motivo de Consulta').fill('  Control ');
  await button(page, 'Guardar').dblclick();
  await expect(page.getByText('Guardando…')).toBeVisible();
  await field(page, 'Anamnesis').pressSequentially('Refiere cefalea');
  releaseRequest();
  await expect(page).toHaveURL(/\/atencion\/[\da-f-]{36}$/);
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  await expect(toast(page)).toContainText('Éxito');
  await expect(toast(page)).toContainText('Nota clínica guardada correctamente');
  await expect(field(page, 'Anamnesis')).toBeFocused();
  await page.keyboard.type(' nocturna');
  await expect(field(page, 'Anamnesis')).toHaveValue('Refiere cefalea nocturna');
  const whole = { patientId: rosa._id, reason: 'Control', anamnesis: 'Refiere cefalea nocturna' };
  await expect.poll(() => writes.at(-1)?.body).toMatchObject(whole);
  await expect(saved(page)).toBeVisible();
  const noteId = page.url().split('/').at(-1);
  expect(writes[0]).toEqual({ method: 'POST', body: { _id: noteId, patientId: rosa._id, reason: 'Control' } });
  // The number of saves depends on the typing pauses. Each one continues from the version before.
  const changes = writes.slice(1);
  expect(changes.map(({ method }) => method)).toEqual(changes.map(() => 'PUT'));
  expect(changes.map(({ body }) => body.version)).toEqual(changes.map((_, at) => at + 1));

  await page.reload();
  await expect(field(page, 'Anamnesis')).toHaveValue('Refiere cefalea nocturna');
  await page.goBack();
  await expect(page).toHaveURL(profileOf(rosa));
  await expect(page.getByRole('link', { name: /Nota clínica del/ })).toHaveCount(1);
});

test('diagnósticos y recetas se agregan y se quitan; lo que falta agregar se guarda con el resto', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, rosa, { diagnoses: ['Insomnio'] });
  const page = await ana.open(addressOf(note));
  const diagnosis = field(page, 'Diagnóstico');
  const diagnoses = page.getByRole('list', { name: 'Diagnósticos agregados' }).getByRole('listitem');
  await button(page, 'Agregar').click();
  await expectFieldError(diagnosis, 'El diagnóstico no puede estar vacío');
  await expect(diagnosis).toBeFocused();
  await diagnosis.fill('Cefalea tensional');
  await diagnosis.press('Enter');
  await expect(diagnosis).toHaveValue('');
  await expect(diagnoses).toHaveText(['Insomnio', 'Cefalea tensional']);
  await button(page, 'Quitar diagnóstico Insomnio').click();
  await expect(diagnoses).toHaveText(['Cefalea tensional']);
  await expect(button(page, 'Quitar diagnóstico Cefalea tensional')).toBeFocused();

  await button(page, 'Agregar Receta').click();
  await expectFieldError(field(page, 'Medicamento'), 'El nombre del medicamento es obligatorio');
  await field(page, 'Medicamento').fill('Losartán');
  await field(page, 'Dosis').fill('50 mg');
  await button(page, 'Agregar Receta').click();
  const prescriptions = page.getByRole('list', { name: 'Recetas agregadas' }).getByRole('listitem');
  await expect(prescriptions).toHaveText([/Losartán.*50 mg/]);
  await expect(saved(page)).toBeVisible();

  // An incomplete prescription stays in the form, and prevents a manual save.
  const writes = writesOf(page);
  await field(page, 'Posología').fill('1 cada 8 horas');
  await diagnosis.fill('Ansiedad');
  await expect(page.getByText('Cambios sin guardar')).toBeVisible();
  await button(page, 'Guardar').click();
  await expectFieldError(field(page, 'Medicamento'), 'El nombre del medicamento es obligatorio');
  await expect(field(page, 'Medicamento')).toBeFocused();
  await field(page, 'Medicamento').fill('Ibuprofeno');
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Nota clínica guardada correctamente');
  await expect(prescriptions).toHaveCount(2);
  expect(writes.at(-1)?.body).toMatchObject({
    diagnoses: ['Cefalea tensional', 'Ansiedad'],
    prescriptions: [
      { medicamento: 'Losartán', dosis: '50 mg' },
      { medicamento: 'Ibuprofeno', posologia: '1 cada 8 horas' },
    ],
  });
  await button(page, 'Quitar receta de Losartán').click();
  await expect(prescriptions).toHaveText([/Ibuprofeno/]);
  await expect(button(page, 'Quitar receta de Ibuprofeno')).toBeFocused();
  await expectAccessible(page, [{ width: 1440, height: 900 }]);
});

test('salir con cambios sin guardar pregunta, también al cerrar sesión o la pestaña', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana);
  const page = await ana.open(profileOf(rosa));
  await button(page, 'Agregar Atención').click();
  await page.getByRole('link', { name: 'Volver al Paciente' }).click();
  await expect(page).toHaveURL(profileOf(rosa));

  await button(page, 'Agregar Atención').click();
  await field(page, 'Dosis').fill('50 mg');
  await page.goBack();
  await button(page, 'Seguir editando').click();
  await expect(field(page, 'Dosis')).toBeFocused();
  await button(page, 'Cerrar sesión').click();
  await leaving(page).getByRole('button', { name: 'Guardar y salir' }).click();
  await expectFieldError(field(page, 'Medicamento'), 'El nombre del medicamento es obligatorio');
  await expect(field(page, 'Medicamento')).toBeFocused();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await expect(field(page, 'Dosis')).toHaveValue('50 mg');

  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(profileOf(rosa));
  expect(await unsavedTexts(page)).toEqual([]);
  await button(page, 'Agregar Atención').click();
  await expect(field(page, 'Dosis')).toHaveValue('');

  await field(page, 'Motivo de Consulta').fill('Control');
  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await leaving(page).getByRole('button', { name: 'Guardar y salir' }).click();
  await expect(heading(page)).toHaveText('Agenda');
  await page.goBack();
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  await expect(field(page, 'Motivo de Consulta')).toHaveValue('Control');
  // Without an answer the note stays unsaved, however long the next steps take.
  await page.route(`**${createClinicalNote.path}/*`, () => {});
  await field(page, 'Motivo de Consulta').fill('Control anual');
  await button(page, 'Cerrar sesión').click();
  await expect(leaving(page)).toBeVisible();
  await expectAccessible(page, [PHONE]);
  await leaving(page).getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL('/');
  expect(await unsavedTexts(page)).toEqual([]);
});

test('si la sesión termina mientras se escribe, el texto se recupera después de entrar y se guarda', async ({
  ana,
  newPerson,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, rosa, { reason: 'Control' });
  const page = await ana.open(addressOf(note));
  await expect(field(page, 'Motivo de Consulta')).toHaveValue('Control');
  await request.post(logout.path, { data: { refreshToken: ana.refreshToken } });
  await field(page, 'Medicamento').fill('Losar');
  await field(page, 'Anamnesis').fill('Refiere cefalea');
  await expect(page).toHaveURL('/login');
  await fillAndLogIn(page, ana.user.email, PASSWORD);
  await expect(page).toHaveURL(addressOf(note));
  await expect(page.getByText('Recuperamos lo que habías escrito')).toBeVisible();
  await expect(field(page, 'Anamnesis')).toHaveValue('Refiere cefalea');
  await expect(field(page, 'Medicamento')).toHaveValue('Losar');
  await field(page, 'Medicamento').fill('');
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => unsavedTexts(page)).toEqual([]);

  // Another person who signs in in this tab does not see the text.
  const berta = await newPerson({ name: 'Berta Soto' });
  await page.route('**/api/clinical-notes/**', (route) => route.abort());
  await field(page, 'Anamnesis').fill('Secreto de Ana');
  await expect(page.getByText('Sin conexión: se guardará al volver').first()).toBeVisible();
  expect(await unsavedTexts(page)).toHaveLength(1);
  await page.evaluate(
    ([accessToken, refreshToken]) => {
      localStorage.setItem('accessToken', accessToken ?? '');
      localStorage.setItem('refreshToken', refreshToken ?? '');
      dispatchEvent(new StorageEvent('storage', { key: 'refreshToken' }));
    },
    [berta.accessToken, berta.refreshToken],
  );
  await expect(page.getByText('Paciente no encontrado')).toBeVisible();
  expect(await unsavedTexts(page)).toEqual([]);
});

test('sin conexión lo avisa, y guarda al recuperarla', async ({ ana, request }) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana));
  const page = await ana.open(addressOf(note));
  await expect(heading(page)).toHaveText('Editar Nota Clínica');
  const path = `**${createClinicalNote.path}/*`;
  await page.route(path, (route) => route.abort());
  await field(page, 'Anamnesis').fill('Refiere cefalea');
  const status = page.getByRole('status').filter({ hasText: 'Sin conexión: se guardará al volver' });
  await expect(status).toHaveCount(1);
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('No se pudo guardar la nota clínica');
  await page.unroute(path);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(saved(page)).toBeVisible();
  await expect(status).toHaveCount(0);
});

test('dos ventanas sobre un borrador no se sobrescriben: se ven ambas versiones y se elige', async ({
  ana,
  request,
}) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const first = await ana.open(addressOf(note));
  const second = await ana.open(addressOf(note));
  const reason = (page: Page) => field(page, 'Motivo de Consulta');
  await expect(reason(second)).toHaveValue('Control');
  await reason(first).fill('Control anual');
  await button(first, 'Guardar').click();
  await expect(saved(first)).toBeVisible();

  await reason(second).fill('Control de presión');
  await expect(conflict(second)).toBeVisible();
  await expect(field(second, 'Lo que escribiste aquí')).toHaveValue('Motivo de Consulta\nControl de presión');
  await expect(field(second, 'La otra versión')).toHaveValue('Motivo de Consulta\nControl anual');
  await expectAccessible(second, [PHONE]);
  await button(second, 'Ver la otra versión').click();
  await expect(reason(second)).toHaveValue('Control anual');
  await expect(field(second, 'Lo que habías escrito y no se guardó')).toHaveValue(/Control de presión/);
  await button(second, 'Ya no lo necesito').click();
  await reason(second).fill('Control anual y vacunas');
  await button(second, 'Guardar').click();
  await expect(saved(second)).toBeVisible();

  await reason(first).fill('Control de Ana');
  await button(first, 'Guardar').click();
  await expect(conflict(first)).toBeVisible();
  // The automatic save and the button each open the dialog when both are under way.
  await expect(async () => {
    await first.keyboard.press('Escape');
    await expect(conflict(first)).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(first.getByText('Sin guardar: el contenido cambió en otra ventana').first()).toBeVisible();
  await button(first, 'Guardar').click();
  await button(first, 'Conservar lo mío').click();
  await expect(saved(first)).toBeVisible();
  await second.reload();
  await expect(reason(second)).toHaveValue('Control de Ana');

  await finalizeElsewhere(request, ana, note);
  await reason(second).fill('Tarde');
  await button(second, 'Guardar').click();
  await expect(second.getByRole('dialog', { name: 'Esta nota ya fue finalizada' })).toBeVisible();
  await button(second, 'Ver nota finalizada').click();
  await expect(heading(second)).toHaveText('Nota Clínica Finalizada');
  await expect(field(second, 'Lo que habías escrito y no se guardó')).toHaveValue(/Tarde/);
  expect(await unsavedTexts(second)).toEqual([]);
});

test('guardar permanentemente guarda y finaliza, y la nota queda solo para leer', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, rosa);
  const page = await ana.open(addressOf(note));
  await button(page, 'Guardar Permanentemente').click();
  await expect(toast(page)).toContainText('Completa la nota antes de guardarla definitivamente');
  await field(page, 'Motivo de Consulta').fill('Control');
  await field(page, 'Anamnesis').fill('Primera línea\n\nSegunda línea');
  await field(page, 'Diagnóstico').fill('I10 - Hipertensión esencial (primaria)');
  await field(page, 'Medicamento').fill('Losartán');
  await field(page, 'Indicaciones de uso').fill('Con agua');
  const releaseRequest = await holdRequest(page, finalizeClinicalNote.path.replace('{id}', note._id));
  await button(page, 'Guardar Permanentemente').click();
  await expect(button(page, 'Finalizando...')).toBeVisible();
  await expect(field(page, 'Anamnesis')).toBeDisabled();
  releaseRequest();
  await expect(heading(page)).toHaveText('Nota Clínica Finalizada');
  await expect(toast(page)).toContainText('Nota clínica finalizada correctamente');
  await expect(page.getByRole('main')).toBeFocused();
  const main = page.getByRole('main');
  await expect(main).toContainText(/Finalizada el \d\d\/\d\d\/\d{4} a las \d\d:\d\d/);
  await expect(main).toContainText(/Huella del contenido \(SHA-256\): [\da-f]{64}/);
  await expect(main.getByText('I10 - Hipertensión esencial (primaria)')).toBeVisible();
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('button')).toHaveText(['Imprimir Atención (PDF)', 'Imprimir', 'Imprimir']);
  await expectAccessible(page);
  await page.reload();
  await expect(main.getByText('Con agua')).toBeVisible();
});

test('sin permiso del plan no se escribe, pero lo finalizado se lee', async ({ ana, request }) => {
  await grantPaidPlan(ana);
  const rosa = await seedPatient(request, ana);
  await seedPatient(request, ana);
  const draft = await seedClinicalNote(request, ana, rosa, { reason: 'Control' });
  const done = await seedClinicalNote(request, ana, rosa, { reason: 'Control anual' });
  await finalizeElsewhere(request, ana, done);
  const page = await ana.open(addressOf(draft));
  await expect(field(page, 'Motivo de Consulta')).toHaveValue('Control');
  await endPaidPlan(ana);
  await field(page, 'Motivo de Consulta').fill('Control tardío');
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Acceso Restringido');
  await expect(toast(page)).toContainText('Las funciones clínicas multipaciente requieren una cuenta Pro.');

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(heading(page)).toHaveText('Acceso Restringido');
  await expect(page.getByText('Las funciones clínicas multipaciente requieren una cuenta Pro.')).toBeVisible();
  await expect(field(page, 'Lo que habías escrito y no se guardó')).toHaveValue(/Control tardío/);
  await expectAccessible(page, [PHONE]);
  await expect(page.getByRole('link', { name: 'Ver Configuración de Cuenta' })).toBeVisible();
  await page.goto(`${profileOf(rosa)}/atencion`);
  await page.getByRole('link', { name: 'Volver al Paciente' }).click();
  await expect(page).toHaveURL(profileOf(rosa));
  await page.goto(addressOf(done));
  await expect(heading(page)).toHaveText('Nota Clínica Finalizada');
  await expect(page.getByText('Control anual')).toBeVisible();
});

test('una nota larga se ve bien en el teléfono', async ({ ana, request }) => {
  const long = 'Electroencefalografista'.repeat(8);
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), {
    reason: long,
    diagnoses: Array.from({ length: 30 }, (_, i) => `Diagnóstico ${i} ${i === 3 ? long : ''}`),
    prescriptions: Array.from({ length: 30 }, (_, i) => ({ medicamento: `Medicamento ${i}`, dosis: long })),
  });
  const page = await ana.open(addressOf(note));
  await expect(page.getByText('Medicamento 29')).toBeVisible();
  await expectAccessible(page, [PHONE]);
});

test('una nota que no existe muestra que no se encontró, y un error de carga permite reintentar', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  const rosa = await seedPatient(request, ana);
  const other = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, rosa, { reason: 'Control' });
  const page = await ana.newPage();
  const wrong = [
    [`${profileOf(other)}/atencion/${note._id}`, 'Nota no encontrada'],
    [`${profileOf(rosa)}/atencion/${rosa._id}`, 'Nota no encontrada'],
    [`/dashboard/pacientes/${note._id}/atencion`, 'Paciente no encontrado'],
  ];
  for (const [path = '', title = ''] of wrong) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
  }
  await page.route(`**${createClinicalNote.path}/${note._id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(addressOf(note));
  await expect(toast(page)).toContainText('No se pudo cargar la información');
  await page.unroute(`**${createClinicalNote.path}/${note._id}`);
  await button(page, 'Volver a intentar').click();
  await expect(field(page, 'Motivo de Consulta')).toHaveValue('Control');
});
