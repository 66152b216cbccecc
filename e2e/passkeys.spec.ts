import { expect, type Page } from '@playwright/test';
import { logInWithPasskey } from '#contract/passkeys';
import { expectAccessible } from './accessibility-violations.ts';
import { newProfessional, PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { toast } from './toast.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

const SECURITY = '/dashboard/configuracion?tab=seguridad';

const offer = (page: Page) => page.getByRole('region', { name: 'Llave de acceso' });
const enter = (page: Page) => page.getByRole('button', { name: 'Entrar con llave de acceso' });
const lockScreen = (page: Page) => page.getByRole('dialog', { name: 'Pantalla bloqueada' });
const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Llaves de acceso', exact: true }) });

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
}

/** As if nobody had used the computer for twenty minutes. */
async function leaveAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = JSON.parse(localStorage.getItem('screenLock') ?? '{}');
    localStorage.setItem('screenLock', JSON.stringify({ ...state, lastInput: Date.now() - 20 * 60_000 }));
  });
  await page.keyboard.press('Shift');
  await expect(lockScreen(page)).toBeVisible();
}

test('una llave de acceso se agrega con un botón, entra, desbloquea, prueba quién eres y se elimina', async ({
  page,
  request,
}) => {
  const { email } = await newProfessional(request);
  const device = await addVirtualAuthenticator(page);
  // The virtual authenticator would choose a passkey for the email field before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

  await test.step('después de entrar con la contraseña se ofrece una vez, y un botón la agrega', async () => {
    await page.goto('/login');
    await fillAndLogIn(page, email, PASSWORD);
    await expect(offer(page)).toContainText('La próxima vez, entra con tu huella');
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: 'Agregar llave de acceso' }).click();
    await expect(toast(page)).toContainText('Llave de acceso agregada');
    await expect(offer(page)).toBeHidden();
    expect(await device.count()).toBe(1);
  });

  await test.step('sin reconocer la huella no se entra ni se muestra un error; con ella, sí', async () => {
    await device.recognises(false);
    await logOut(page);
    await page.goto('/login');
    await enter(page).click();
    await expect(enter(page)).not.toHaveAttribute('aria-disabled', 'true');
    await expect(toast(page)).toHaveCount(0);
    await expect(loginForm(page).email).toBeEnabled();
    await expect(page).toHaveURL('/login');
    await device.recognises(true);
    const entered = page.waitForResponse((response) => response.url().endsWith(logInWithPasskey.path));
    await enter(page).click();
    expect((await entered).status()).toBe(200);
    await expect(page).toHaveURL('/dashboard');
    await expect(toast(page)).toContainText('Inicio de sesión exitoso');
    await expect(offer(page)).toBeHidden();
  });

  await test.step('la pantalla bloqueada se abre con ella', async () => {
    await leaveAlone(page);
    const unlock = lockScreen(page).getByRole('button', { name: 'Usar llave de acceso' });
    await expect(unlock).toBeVisible();
    await expectAccessible(page);
    await unlock.focus();
    await page.keyboard.press('Enter');
    await expect(lockScreen(page)).toBeHidden();
  });

  await test.step('se elimina en Seguridad, y la prueba de quién eres acepta la misma llave', async () => {
    await page.goto(SECURITY);
    await expect(card(page).getByRole('listitem')).toHaveCount(1);
    await expect(card(page).getByRole('listitem')).toContainText('Último uso');
    await card(page).getByRole('button', { name: 'Agregar llave de acceso' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar llave de acceso' });
    await expect(dialog.getByLabel('Nombre')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Este dispositivo ya tiene una llave de acceso de tu cuenta');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await card(page)
      .getByRole('button', { name: /^Eliminar/ })
      .click();
    await page.getByRole('button', { name: 'Sí, eliminar' }).click();
    await expect(toast(page)).toContainText('Llave de acceso eliminada');
    await expect(card(page)).toContainText('Aún no tienes llaves de acceso.');
  });

  await test.step('el dispositivo la conserva, pero ya no sirve; la contraseña, sí', async () => {
    await logOut(page);
    await page.goto('/login');
    await enter(page).click();
    await expect(toast(page)).toContainText('No pudimos reconocer la llave de acceso');
    await fillAndLogIn(page, email, PASSWORD);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
    await expect(offer(page), 'no se ofrece de nuevo').toHaveCount(0);
  });
});

test('el campo de correo ofrece la llave; una que se eliminó no impide entrar con la contraseña', async ({
  page,
  request,
}) => {
  const { email } = await newProfessional(request);
  await addVirtualAuthenticator(page);
  const logins: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(logInWithPasskey.path)) logins.push(response.status());
  });
  await page.goto('/login');
  await fillAndLogIn(page, email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  await page.goto(SECURITY);
  await card(page).getByRole('button', { name: 'Agregar llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar llave de acceso' });
  await dialog.getByLabel('Nombre').fill('Computador de la consulta');
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('listitem')).toContainText('Computador de la consulta');
  await expect(card(page).getByRole('listitem')).toContainText('Sin uso todavía');

  await test.step('quien la elige en el campo entra sin escribir ni presionar nada más', async () => {
    await logOut(page);
    await page.goto('/login');
    await expect(page).toHaveURL('/dashboard');
    expect(logins).toEqual([200]);
  });

  await test.step('rechazada una vez, no se ofrece de nuevo', async () => {
    await page.goto(SECURITY);
    await card(page)
      .getByRole('button', { name: /^Eliminar/ })
      .click();
    await page.getByRole('button', { name: 'Sí, eliminar' }).click();
    await expect(card(page)).toContainText('Aún no tienes llaves de acceso.');
    await logOut(page);
    await page.goto('/login');
    await expect(toast(page)).toContainText('No pudimos reconocer la llave de acceso');
    await expect(loginForm(page).email).toBeFocused();
    await fillAndLogIn(page, email, PASSWORD);
    await expect(page).toHaveURL('/dashboard');
    expect(logins).toEqual([200, 401]);
  });
});
