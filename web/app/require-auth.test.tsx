import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updatePersonalInfo } from '#contract/account';
import { login, me, refresh } from '#contract/auth';
import type { Endpoint } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { storeTokens } from '#web/platform/session.ts';
import { fill, fillFields } from '#web/testing/form-fields.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { ANA, expectToast, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const TOKENS = { accessToken: 'access', refreshToken: 'refresh' };
const UNREACHABLE = { level: 1, name: 'Sin conexión con el servidor' };

/** The session is not accepted. */
function refuse(server: MockServer, endpoint: Endpoint, times?: number): void {
  const { status, message } = ERRORS.NOT_SIGNED_IN;
  server.respond(endpoint, status, { code: 'NOT_SIGNED_IN', error: message, message }, times);
}

const expectHome = async () =>
  expect(await screen.findByRole('heading', { level: 1, name: /Ana Pérez Soto$/ })).toBeVisible();
const expectLogin = async () =>
  expect(await screen.findByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible();

test('an expired access token is renewed and the call is repeated', async () => {
  const server = serverFor();
  refuse(server, me, 1);
  server.reply(refresh, { accessToken: 'nuevo' });
  await openApp('/dashboard', server);
  await expectHome();
  expect(server.requests(me)).toHaveLength(2);
  expect(server.requests(refresh).map(({ body }) => body)).toEqual([{ refreshToken: 'refresh' }]);
  expect(storedTokens()).toEqual({ ...TOKENS, accessToken: 'nuevo' });
});

test('a refused renewal ends the session and asks for a login', async () => {
  const server = serverFor();
  refuse(server, me, 1);
  refuse(server, refresh);
  const asked = '/dashboard/configuracion?tab=seguridad';
  const { user, address } = await openApp(asked, server);
  await expectLogin();
  expect(address()).toBe('/login');
  expect(storedTokens()).toEqual(NO_TOKENS);
  expect([server.requests(me).length, server.requests(refresh).length]).toEqual([1, 1]);
  await expectToast('Sesión terminadaTu sesión expiró. Inicia sesión nuevamente.');

  server.reply(login, { ...TOKENS, user: ANA });
  fillFields({ Email: 'ana@ejemplo.cl', Contraseña: 'clave-de-prueba' });
  await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
  await waitFor(() => expect(address()).toBe(asked));
});

test('without a refresh token the session ends without asking the server', async () => {
  const server = serverFor();
  refuse(server, me);
  storeTokens({ accessToken: 'vencido' });
  const { address } = await openApp('/dashboard', server, { signedIn: null });
  await expectLogin();
  expect(address()).toBe('/login');
  expect(storedTokens()).toEqual(NO_TOKENS);
  expect([server.requests(me).length, server.requests(refresh).length]).toEqual([1, 0]);
});

test('a network failure during renewal ends no session and can be retried', async () => {
  const server = serverFor();
  refuse(server, me, 2);
  server.disconnect(refresh);
  const { user } = await openApp('/dashboard', server);
  expect(await screen.findByRole('heading', UNREACHABLE)).toBeVisible();
  expect(storedTokens()).toEqual(TOKENS);
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  await expectHome();
});

const KEPT = { key: `unsaved:${ANA._id}:nota`, text: '{"values":{"reason":"Cefalea"}}' };

test.each([
  ['ninguna', (server: MockServer) => server.disconnect(me, 2)],
  ['503', (server: MockServer) => server.respond(me, 503, { error: 'No' }, 2)],
])('with the reply %s at the start the session and the text are kept, and a retry is possible', async (_, fail) => {
  const server = serverFor();
  fail(server);
  sessionStorage.setItem(KEPT.key, KEPT.text);
  const { user } = await openApp('/dashboard', server);
  expect(await screen.findByRole('heading', UNREACHABLE)).toBeVisible();
  expect(storedTokens()).toEqual(TOKENS);
  expect(sessionStorage.getItem(KEPT.key)).toBe(KEPT.text);
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  await expectHome();
  expect(sessionStorage.getItem(KEPT.key)).toBe(KEPT.text);
});

test.each([401, 403, 404, 429, 500])('with the reply %i at the start the session is deleted', async (status) => {
  const server = serverFor();
  server.respond(me, status, { error: 'No', message: 'No' });
  server.respond(refresh, 401, { error: 'No', message: 'No' });
  const { address } = await openApp('/dashboard', server);
  await expectLogin();
  expect(address()).toBe('/login');
  expect(storedTokens()).toEqual(NO_TOKENS);
});

test('with 500 at the start the login says why it is needed, and the text is kept', async () => {
  const server = serverFor();
  server.respond(me, 500, { error: 'No' }, 1);
  server.reply(login, { ...TOKENS, user: ANA });
  sessionStorage.setItem(KEPT.key, KEPT.text);
  const { user } = await openApp('/dashboard', server);
  await expectLogin();
  await expectToast('No se pudo cargar tu cuenta. Inicia sesión nuevamente.');
  fillFields({ Email: 'ana@ejemplo.cl', Contraseña: 'clave-de-prueba' });
  await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
  await expectHome();
  expect(sessionStorage.getItem(KEPT.key)).toBe(KEPT.text);
});

test('a session that ended elsewhere is reported in place of the error of the current action', async () => {
  const server = serverFor();
  const { user, address } = await openApp('/dashboard/configuracion', server);
  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  await fill('Ciudad', 'Castro');
  refuse(server, updatePersonalInfo);
  refuse(server, refresh);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await expectLogin();
  expect(address()).toBe('/login');
  await expectToast('Sesión terminada');
  expect(document.querySelectorAll('.toast')).toHaveLength(1);
});
