import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { changePassword } from '#contract/account';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { PASSWORD, type Person, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { holdRequest, recordRequests } from './requests.ts';
import { resetToTemporaryPassword, seedClinicalNote, seedPatient } from './seed.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

const SETTINGS = '/dashboard/configuracion';
const NEW_PASSWORD = 'otra-clave-de-prueba';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Passwords {
  current?: string;
  next?: string;
  again?: string;
}

async function fillPasswords(page: Page, { current = PASSWORD, next = NEW_PASSWORD, again = next }: Passwords = {}) {
  await field(page, 'Contraseña actual').fill(current);
  await field(page, 'Nueva contraseña').fill(next);
  await field(page, 'Confirmar nueva contraseña').fill(again);
}

test('cada error de la contraseña se dice bajo su campo y nada se envía', async ({ ana }) => {
  const page = await ana.open(`${SETTINGS}?tab=seguridad`);
  const sent = recordRequests(page, changePassword.path);
  await expect(page.getByText('se cerrarán las demás sesiones de tu cuenta')).toBeVisible();
  await button(page, 'Actualizar contraseña').click();
  await expectFieldError(field(page, 'Contraseña actual'), 'La contraseña actual es requerida');
  await expectFieldError(field(page, 'Nueva contraseña'), 'La nueva contraseña es requerida');
  await expectFieldError(field(page, 'Confirmar nueva contraseña'), 'Confirma tu nueva contraseña');

  await fillPasswords(page, { next: '12345', again: '123456' });
  await button(page, 'Actualizar contraseña').click();
  await expectFieldError(field(page, 'Nueva contraseña'), 'La contraseña debe tener al menos 6 caracteres');
  await expectFieldError(field(page, 'Confirmar nueva contraseña'), 'Las contraseñas no coinciden');
  await field(page, 'Nueva contraseña').fill('123456');
  await expectNoFieldError(field(page, 'Confirmar nueva contraseña'));
  expect(sent).toEqual([]);

  const autocomplete = { 'Contraseña actual': 'current-password', 'Nueva contraseña': 'new-password' };
  for (const [label, value] of Object.entries(autocomplete)) {
    await expect(field(page, label)).toHaveAttribute('autocomplete', value);
    await expect(field(page, label)).toHaveAttribute('type', 'password');
  }
  await button(page, 'Mostrar contraseña').first().click();
  await expect(field(page, 'Contraseña actual')).toHaveAttribute('type', 'text');
});

test('cambiar la contraseña cierra las otras sesiones, lo dice, y deja abierta esta', async ({ ana, signIn }) => {
  const page = await ana.open(`${SETTINGS}?tab=seguridad`);
  const elsewhere = await (await signIn(ana.user.email, PASSWORD)).open('/dashboard/pacientes');
  await expect(elsewhere.getByText('No hay pacientes registrados')).toBeVisible();

  await fillPasswords(page, { current: 'equivocada' });
  await button(page, 'Actualizar contraseña').click();
  await expect(toast(page)).toContainText('La contraseña actual no es correcta');
  await expectFieldError(field(page, 'Contraseña actual'), 'La contraseña actual no es correcta');
  await expect(field(page, 'Contraseña actual')).toBeFocused();
  await fillPasswords(page, { next: PASSWORD });
  await button(page, 'Actualizar contraseña').click();
  await expectFieldError(field(page, 'Nueva contraseña'), 'La nueva contraseña debe ser distinta de la actual');

  await page.route(`**${changePassword.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await fillPasswords(page);
  await button(page, 'Actualizar contraseña').click();
  await expect(toast(page)).toContainText('No se pudo actualizar la contraseña');

  const releaseRequest = await holdRequest(page, changePassword.path);
  const sent = page.waitForRequest(`**${changePassword.path}`);
  await button(page, 'Actualizar contraseña').click();
  await expect(button(page, 'Actualizando...')).toBeDisabled();
  releaseRequest();
  expect((await sent).postDataJSON()).toEqual({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  await expect(toast(page)).toContainText('Éxito');
  await expect(toast(page)).toContainText(
    'Contraseña actualizada correctamente. Cerramos otra sesión que estaba abierta.',
  );
  for (const label of ['Contraseña actual', 'Nueva contraseña', 'Confirmar nueva contraseña']) {
    await expect(field(page, label)).toHaveValue('');
    await expectNoFieldError(field(page, label));
  }
  await page.reload();
  await expect(heading(page)).toHaveText('Configuración de Cuenta');

  await elsewhere.getByRole('link', { name: 'Agenda', exact: true }).click();
  await expect(elsewhere).toHaveURL('/login');
  await expect(elsewhere.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
  expect(await storedTokens(elsewhere)).toEqual(NO_TOKENS);
  await fillAndLogIn(elsewhere, ana.user.email, PASSWORD);
  await expect(toast(elsewhere)).toContainText('Credenciales inválidas');
  await fillAndLogIn(elsewhere, ana.user.email, NEW_PASSWORD);
  await expect(heading(elsewhere)).toHaveText('Agenda');
});

test('con una contraseña temporal no hay nada más que elegir la propia; después se llega adonde se iba', async ({
  ana,
  page,
}) => {
  const temporary = await resetToTemporaryPassword(ana);
  await page.goto('/dashboard/pacientes?search=rosa');
  await expect(page).toHaveURL('/login');
  await fillAndLogIn(page, ana.user.email, temporary);
  await expect(heading(page)).toHaveText('Elige una nueva contraseña');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto(SETTINGS);
  await expect(heading(page)).toHaveText('Elige una nueva contraseña');
  await page.goBack();

  await fillPasswords(page, { current: temporary, next: temporary });
  await button(page, 'Actualizar contraseña').click();
  await expectFieldError(field(page, 'Nueva contraseña'), 'La nueva contraseña debe ser distinta de la actual');
  await fillPasswords(page, { current: temporary });
  await button(page, 'Actualizar contraseña').click();
  await expect(toast(page)).toContainText('Contraseña actualizada correctamente');
  await expect(heading(page)).toHaveText('Pacientes');
  await expect(page).toHaveURL('/dashboard/pacientes?search=rosa');
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(heading(page)).toHaveText('Pacientes');
});

test('quien no quiere elegirla puede cerrar la sesión', async ({ ana, signIn }) => {
  const again = await signIn(ana.user.email, await resetToTemporaryPassword(ana));
  const page = await again.open('/dashboard', { reducedMotion: 'reduce' });
  await expect(heading(page)).toHaveText('Elige una nueva contraseña');
  await expectAccessible(page);
  await button(page, 'Cerrar sesión').click();
  await expect(page).toHaveURL('/');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
});

test('una contraseña restablecida mientras se trabaja cierra la sesión y se pide cambiar al volver a entrar', async ({
  ana,
}) => {
  const page = await ana.open('/dashboard/pacientes');
  await expect(page.getByText('No hay pacientes registrados')).toBeVisible();
  const temporary = await resetToTemporaryPassword(ana);
  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await fillAndLogIn(page, ana.user.email, temporary);
  await expect(heading(page)).toHaveText('Elige una nueva contraseña');
  await fillPasswords(page, { current: temporary });
  await button(page, 'Actualizar contraseña').click();
  await expect(heading(page)).toHaveText('Agenda');
  await expect(page.getByText('Disponible').first()).toBeVisible();
});

const reason = (page: Page) => page.getByLabel('Motivo de Consulta');

/** The password is reset while a note is being written, and the professional signs in again with the temporary one. */
async function resetWhileWriting(ana: Person, request: APIRequestContext): Promise<{ page: Page; temporary: string }> {
  const rosa = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, rosa);
  const page = await ana.open(`/dashboard/pacientes/${rosa._id}/atencion/${note._id}`);
  await expect(reason(page)).toBeEditable();
  const temporary = await resetToTemporaryPassword(ana);
  await reason(page).fill('Cefalea de tres días');
  await expect(page).toHaveURL('/login');
  await fillAndLogIn(page, ana.user.email, temporary);
  await expect(heading(page)).toHaveText('Elige una nueva contraseña');
  return { page, temporary };
}

test('lo que se estaba escribiendo espera a que se elija la nueva contraseña', async ({ ana, request }) => {
  const { page, temporary } = await resetWhileWriting(ana, request);
  await fillPasswords(page, { current: temporary });
  await button(page, 'Actualizar contraseña').click();
  await expect(reason(page)).toHaveValue('Cefalea de tres días');
});

test('cerrar la sesión pregunta antes de borrar lo que se estaba escribiendo, también desde otra página', async ({
  ana,
  request,
}) => {
  const { page, temporary } = await resetWhileWriting(ana, request);
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sesión sin guardar?' });
  await button(page, 'Cerrar sesión').click();
  await expect(question).toContainText('Si cierras la sesión, se perderá.');
  await expectAccessible(page, [PHONE]);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(button(page, 'Cerrar sesión')).toBeFocused();

  await page.goto('/dashboard/agenda');
  await fillPasswords(page, { current: temporary });
  await button(page, 'Actualizar contraseña').click();
  await expect(heading(page)).toHaveText('Agenda');
  await button(page, 'Cerrar sesión').click();
  await question.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
});
