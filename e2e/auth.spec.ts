import { expect } from '@playwright/test';
import { login, me, refresh } from '#contract/auth';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { newProfessional, PASSWORD, test } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { holdRequest } from './requests.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

test('el inicio de sesión ofrece sus caminos y muestra la contraseña a quien lo pide', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Iniciar Sesión', exact: true })).toBeVisible();

  const { password } = loginForm(page);
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Términos de Servicio' })).toHaveAttribute('href', '/terminos');
  await expect(footer.getByRole('link', { name: 'Política de Privacidad' })).toHaveAttribute('href', '/privacidad');
  await expect(footer.getByRole('link', { name: 'Soporte' })).toHaveAttribute('href', '/soporte');

  const links: [string, string][] = [
    ['¿Olvidaste tu contraseña?', '/recuperar-contrasena'],
    ['Regístrate aquí', '/register'],
    ['Volver al inicio', '/'],
  ];
  for (const [name, path] of links) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
    await expect(page).toHaveURL('/login');
  }
});

test('lo que falta o está mal se dice en rojo bajo cada campo y nada se envía', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(login.path)) sent += 1;
  });
  await page.goto('/login');
  const { email, password, submit } = loginForm(page);
  await submit.click();
  await expectFieldError(email, 'El email es requerido');
  await expectFieldError(password, 'La contraseña es requerida');
  await expect(email).toBeFocused();

  for (const wrong of ['ana', 'ana@ejemplo', 'ana@ejemplo.c', 'ana perez@ejemplo.cl']) {
    await email.fill(wrong);
    await expectFieldError(email, 'Email inválido');
  }
  await email.fill('ANA@Ejemplo.CL');
  await password.fill('x');
  await expectNoFieldError(email);
  await expectNoFieldError(password);
  expect(sent).toBe(0);
});

test('mientras se inicia sesión el formulario espera; después la profesional está en su inicio', async ({
  page,
  request,
}) => {
  const { email } = await newProfessional(request);
  const releaseRequest = await holdRequest(page, login.path);
  await page.goto('/login');
  await fillAndLogIn(page, email.toUpperCase(), PASSWORD);

  const form = loginForm(page);
  await expect(form.submit).toHaveText('Iniciando sesión...');
  await expect(form.submit).toBeDisabled();
  await expect(form.email).toBeDisabled();
  await expect(form.password).toBeDisabled();
  const answer = page.waitForResponse(`**${login.path}`);
  releaseRequest();

  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page)).toContainText('Inicio de sesión exitoso');
  await expect(toast(page)).toContainText('Te damos la bienvenida');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Pérez Soto');
  const { accessToken, refreshToken } = login.reply.parse(await (await answer).json());
  expect(await storedTokens(page)).toEqual({ accessToken, refreshToken });
});

test('con una contraseña equivocada, o un email desconocido, no se entra', async ({ page, request }) => {
  const { email } = await newProfessional(request);
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('refreshToken', 'de-antes'));
  await fillAndLogIn(page, email, 'otra-clave');
  await expect(toast(page)).toContainText('Error de inicio de sesión');
  await expect(toast(page)).toContainText('Credenciales inválidas');
  await expect(page).toHaveURL('/login');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);

  const form = loginForm(page);
  await expect(form.submit).toHaveText('Iniciar Sesión');
  await expect(form.password).toBeFocused();
  await page.getByRole('button', { name: 'Cerrar notificación' }).click();
  await expect(toast(page)).toBeHidden();
  await fillAndLogIn(page, 'nadie@ejemplo.cl', PASSWORD);
  await expect(toast(page)).toContainText('Credenciales inválidas');
});

test('el motivo que se muestra es el mensaje, o el error, o lo que dijo la conexión', async ({ page }) => {
  await page.goto('/login');
  const answers = [
    { status: 401, json: { message: 'El mensaje', error: 'El error' }, said: 'El mensaje' },
    { status: 401, json: { error: 'El error' }, said: 'El error' },
    { status: 502, body: '<html>', said: 'El servidor respondió con un error (502).' },
    { status: 200, json: { user: {} }, said: 'Login failed - no access token received' },
  ];
  for (const { said, ...answer } of answers) {
    await page.route(`**${login.path}`, (route) => route.fulfill(answer), { times: 1 });
    await fillAndLogIn(page, 'ana@ejemplo.cl', PASSWORD);
    await expect(toast(page)).toContainText('Error de inicio de sesión');
    await expect(toast(page)).toContainText(said);
    expect(await storedTokens(page)).toEqual(NO_TOKENS);
  }
  await page.route(`**${login.path}`, (route) => route.abort());
  await fillAndLogIn(page, 'ana@ejemplo.cl', PASSWORD);
  await expect(toast(page)).toContainText('No se pudo conectar con el servidor');
  await expect(page).toHaveURL('/login');
});

test('una administradora llega a su panel por lo que dice la respuesta del inicio de sesión', async ({ page }) => {
  const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
  await page.route(`**${me.path}`, (route) => route.abort());
  await page.goto('/login');
  await fillAndLogIn(page, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD);
  await expect(page).toHaveURL('/dashboard/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeVisible();
});

test('tras iniciar sesión se llega a la página pedida, y atrás no hay un círculo', async ({ page, request }) => {
  const { email } = await newProfessional(request);
  const asked = '/dashboard/pacientes?search=rosa&page=2#lista';
  await page.goto('/');
  await page.goto(asked);
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();

  await fillAndLogIn(page, email, PASSWORD);
  await expect(page).toHaveURL(asked);
  await expect(page.getByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('cerrar sesión lleva a la portada y termina la sesión también en el servidor', async ({ ana, request }) => {
  const page = await ana.open('/register');
  await expect(page, 'quien ya tiene sesión no ve el registro').toHaveURL('/dashboard');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tu consulta al día.');
  expect(await storedTokens(page)).toEqual(NO_TOKENS);

  const renewal = await request.post(refresh.path, { data: { refreshToken: ana.refreshToken } });
  expect(renewal.status()).toBe(401);
  const account = await request.get(me.path, { headers: { authorization: `Bearer ${ana.accessToken}` } });
  expect(account.status()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL('/login');
});
