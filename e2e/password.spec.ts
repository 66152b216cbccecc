import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { PASSWORD, type Person, test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { resetToTemporaryPassword, seedClinicalNote, seedPatient } from './seed.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

const SETTINGS = '/dashboard/configuracion';
const NEW_PASSWORD = 'otra-clave-de-prueba';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillPasswords(page: Page, { current = PASSWORD, next = NEW_PASSWORD } = {}): Promise<void> {
  await field(page, 'Contraseña actual').fill(current);
  await field(page, 'Nueva contraseña').fill(next);
  await field(page, 'Confirmar nueva contraseña').fill(next);
}

/** Opens a draft of a clinical note. */
async function openNote(ana: Person, request: APIRequestContext): Promise<{ page: Page; notePath: string }> {
  const rosa = await seedPatient(request, ana);
  const note = await seedClinicalNote(request, ana, rosa);
  const notePath = `/dashboard/pacientes/${rosa._id}/atencion/${note._id}`;
  return { page: await ana.open(notePath), notePath };
}

test('con una contraseña temporal se elige la propia y lo que se escribía espera; cambiarla cierra las otras sesiones', async ({
  ana,
  request,
  signIn,
}) => {
  const { page, notePath } = await openNote(ana, request);
  const reason = page.getByLabel('Motivo de Consulta');
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sesión sin guardar?' });
  await expect(reason).toBeEditable();
  // The files are the last request of the page. A later one would end the session before the text is written.
  await expect(page.getByRole('region', { name: 'Archivos' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const temporary = await resetToTemporaryPassword(ana);

  await test.step('una contraseña restablecida mientras se trabaja cierra la sesión', async () => {
    await reason.fill('Cefalea de tres días');
    await expect(page).toHaveURL('/login');
    await fillAndLogIn(page, ana.user.email, temporary);
    await expect(heading(page)).toHaveText('Elige una nueva contraseña');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('cerrar la sesión pregunta antes de borrar lo que se estaba escribiendo', async () => {
    await button(page, 'Cerrar sesión').click();
    await expect(question).toContainText('Si cierras la sesión, se perderá.');
    await expectAccessible(page, PHONE);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(button(page, 'Cerrar sesión')).toBeFocused();
  });

  await test.step('en otra página también se pide, y después se llega a ella', async () => {
    await page.goto('/dashboard/agenda');
    await expect(heading(page)).toHaveText('Elige una nueva contraseña');
    await fillPasswords(page, { current: temporary });
    await button(page, 'Actualizar contraseña').click();
    await expect(toast(page)).toContainText('Contraseña actualizada correctamente');
    await expect(heading(page)).toHaveText('Agenda');
    await expect(page).toHaveURL('/dashboard/agenda');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByText('Disponible').first()).toBeVisible();
    await page.reload();
    await expect(heading(page)).toHaveText('Agenda');
  });

  await test.step('lo escrito sigue ahí', async () => {
    await button(page, 'Cerrar sesión').click();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await page.goto(notePath);
    await expect(reason).toHaveValue('Cefalea de tres días');
    await expect(page.getByText('Guardado hace un momento')).toBeVisible();
  });

  await test.step('cambiar la contraseña cierra las otras sesiones, lo dice, y deja abierta esta', async () => {
    const elsewhere = await (await signIn(ana.user.email, NEW_PASSWORD)).open('/dashboard/pacientes');
    await expect(elsewhere.getByRole('link', { name: /Rosa Díaz/ })).toBeVisible();
    await page.goto(`${SETTINGS}?tab=seguridad`);
    await fillPasswords(page, { current: NEW_PASSWORD, next: PASSWORD });
    await button(page, 'Actualizar contraseña').click();
    await expect(toast(page)).toContainText('Cerramos otra sesión que estaba abierta.');
    await page.reload();
    await expect(heading(page)).toHaveText('Configuración de Cuenta');

    await elsewhere.getByRole('link', { name: 'Agenda', exact: true }).click();
    await expect(elsewhere).toHaveURL('/login');
    expect(await storedTokens(elsewhere)).toEqual(NO_TOKENS);
    await fillAndLogIn(elsewhere, ana.user.email, NEW_PASSWORD);
    await expect(toast(elsewhere)).toContainText('Credenciales inválidas');
    await fillAndLogIn(elsewhere, ana.user.email, PASSWORD);
    await expect(heading(elsewhere)).toHaveText('Agenda');
  });
});
