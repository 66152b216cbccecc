import { expect } from '@playwright/test';
import { me, refresh } from '#contract/auth';
import { expectFieldError } from './field-error.ts';
import { newProfessional, PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { holdModule } from './requests.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

test('se entra a la página pedida, atrás no hay un círculo, y al salir la sesión termina también en el servidor', async ({
  page,
  request,
}) => {
  const { email } = await newProfessional(request);
  const asked = '/dashboard/pacientes?search=rosa&page=2#lista';
  await page.goto('/');
  await page.goto(asked);
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();

  await test.step('los errores se ven en rojo, bajo cada campo', async () => {
    const form = loginForm(page);
    await form.submit.click();
    await expectFieldError(form.email, 'El email es requerido');
    await expectFieldError(form.password, 'La contraseña es requerida');
    await expect(form.email).toBeFocused();
  });

  await test.step('con una contraseña equivocada, o un email desconocido, no se entra', async () => {
    await fillAndLogIn(page, email, 'otra-clave');
    await expect(toast(page)).toContainText('Credenciales inválidas');
    await expect(page).toHaveURL('/login');
    await expect(loginForm(page).password).toBeFocused();
    await page.getByRole('button', { name: 'Cerrar notificación' }).click();
    await expect(toast(page)).toBeHidden();
    await fillAndLogIn(page, 'nadie@ejemplo.cl', PASSWORD);
    await expect(toast(page)).toContainText('Credenciales inválidas');
    expect(await storedTokens(page)).toEqual(NO_TOKENS);
  });

  await test.step('con la contraseña se llega a la página pedida', async () => {
    await fillAndLogIn(page, email.toUpperCase(), PASSWORD);
    await expect(page).toHaveURL(asked);
    await expect(page.getByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  const { accessToken, refreshToken } = await storedTokens(page);
  await test.step('cerrar sesión lleva a la portada y termina la sesión también en el servidor', async () => {
    await page.goto('/register');
    await expect(page, 'quien ya tiene sesión no ve el registro').toHaveURL('/dashboard');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tu consulta al día.');
    expect(await storedTokens(page)).toEqual(NO_TOKENS);
    const renewal = await request.post(refresh.path, { data: { refreshToken } });
    expect(renewal.status()).toBe(401);
    const account = await request.get(me.path, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(account.status()).toBe(401);
    await page.goBack();
    await expect(page).toHaveURL('/login');
  });
});

test('el formulario está desactivado hasta que llega la aplicación, y entonces funciona', async ({ page, request }) => {
  const { email, password } = await newProfessional(request);
  const release = await holdModule(page, 'app');
  await page.goto('/login', { waitUntil: 'commit' });
  const form = loginForm(page);
  await expect(form.email).toBeDisabled();
  await expect(form.submit).toBeDisabled();

  release();
  await form.email.fill(email);
  await form.password.fill(password);
  await form.password.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});
