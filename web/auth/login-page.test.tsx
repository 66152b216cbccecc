import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { login, me } from '#contract/auth';
import { expectFieldError, expectNoFieldError, fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const PASSWORD = 'clave-de-prueba';
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Contraseña');
const submitButton = () => screen.getByRole('button', { name: /^Inici/ });

async function openLogin(server = serverFor()) {
  const app = await openApp('/login', server, { signedIn: null });
  return { server, ...app };
}

async function logIn(user: UserEvent, typedEmail = 'ana@ejemplo.cl', typedPassword = PASSWORD) {
  fillFields({ Email: typedEmail, Contraseña: typedPassword });
  await user.click(submitButton());
}

test('the login offers its links and shows the password on request', async () => {
  const { user } = await openLogin();
  expect(screen.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible();
  fillFields({ Contraseña: PASSWORD });
  expect(password()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(password()).toHaveAttribute('type', 'text');
  expect(password()).toHaveValue(PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(password()).toHaveAttribute('type', 'password');

  const footer = within(screen.getByRole('contentinfo'));
  for (const [name, path] of [
    ['Términos de Servicio', '/terminos'],
    ['Política de Privacidad', '/privacidad'],
    ['Soporte', '/soporte'],
  ] as const) {
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});

test.each([
  ['¿Olvidaste tu contraseña?', '/recuperar-contrasena'],
  ['Regístrate aquí', '/register'],
  ['Volver al inicio', '/'],
])('the login links by «%s» to %s', async (name, path) => {
  const { user, address } = await openLogin();
  await user.click(screen.getByRole('link', { name }));
  await waitFor(() => expect(address()).toBe(path));
});

test('missing or wrong data is reported in red under each field and nothing is sent', async () => {
  const { user, server } = await openLogin();
  await user.click(submitButton());
  await waitFor(() => expectFieldError(email(), 'El email es requerido'));
  expectFieldError(password(), 'La contraseña es requerida');
  expect(email()).toHaveFocus();

  for (const wrong of ['ana', 'ana@ejemplo', 'ana@ejemplo.c', 'ana perez@ejemplo.cl']) {
    fillFields({ Email: wrong });
    await waitFor(() => expectFieldError(email(), 'Email inválido'));
  }
  fillFields({ Email: 'ANA@Ejemplo.CL', Contraseña: 'x' });
  await waitFor(() => expectNoFieldError(email()));
  expectNoFieldError(password());
  expect(server.requests(login)).toEqual([]);
});

test('during the login the form waits; then the professional is on the home page', async () => {
  const { user, server, address } = await openLogin();
  const release = server.hold(login);
  await logIn(user, 'ANA@EJEMPLO.CL');
  expect(submitButton()).toHaveTextContent('Iniciando sesión...');
  expect(submitButton()).toBeDisabled();
  expect(email()).toBeDisabled();
  expect(password()).toBeDisabled();
  release({ accessToken: 'a1', refreshToken: 'r1', user: ANA });

  await expectToast(/Inicio de sesión exitoso.*Te damos la bienvenida/);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ana Pérez Soto');
  expect(address()).toBe('/dashboard');
  expect(storedTokens()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
  expect(server.requests(login).map(({ body }) => body)).toEqual([{ email: 'ana@ejemplo.cl', password: PASSWORD }]);
});

test('a refused login leaves the form ready, without a session', async () => {
  const { user, server, address } = await openLogin();
  localStorage.setItem('refreshToken', 'de-antes');
  server.respond(login, 401, { error: 'Credenciales inválidas', message: 'Credenciales inválidas' });
  await logIn(user);
  await expectToast(/Error de inicio de sesión.*Credenciales inválidas/);
  expect(address()).toBe('/login');
  expect(storedTokens()).toEqual(NO_TOKENS);
  expect(submitButton()).toHaveTextContent('Iniciar Sesión');
  await waitFor(() => expect(password()).toHaveFocus());
});

test('the reason shown is the message, or the error, or the connection failure', async () => {
  const { user, server, address } = await openLogin();
  for (const [status, reply, said] of [
    [401, { message: 'El mensaje', error: 'El error' }, 'El mensaje'],
    [401, { error: 'El error' }, 'El error'],
    [502, '<html>', 'El servidor respondió con un error (502).'],
    [200, { user: {} }, 'Login failed - no access token received'],
  ] as const) {
    server.respond(login, status, reply, 1);
    await logIn(user);
    await expectToast(`Error de inicio de sesión${said}`);
    expect(storedTokens()).toEqual(NO_TOKENS);
  }
  server.disconnect(login);
  await logIn(user);
  await expectToast('Sin conexión con el servidor');
  expect(address()).toBe('/login');
});

test('an administrator reaches the panel by the reply of the login', async () => {
  const { user, server, address } = await openLogin();
  server.disconnect(me);
  server.reply(login, { accessToken: 'a1', refreshToken: 'r1', user: { ...ANA, role: 'admin' } });
  await logIn(user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeVisible();
  expect(address()).toBe('/dashboard/admin');
});

test('after the login the requested page opens', async () => {
  const server = serverFor();
  server.reply(login, { accessToken: 'a1', refreshToken: 'r1', user: ANA });
  const asked = '/dashboard/configuracion?tab=seguridad#claves';
  const { user, address } = await openApp(asked, server, { signedIn: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible();
  await logIn(user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Configuración de Cuenta' })).toBeVisible();
  expect(address()).toBe(asked);
});

test('a user with a session does not see the registration', async () => {
  const { address } = await openApp('/register', serverFor());
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ana Pérez Soto');
  expect(address()).toBe('/dashboard');
});
