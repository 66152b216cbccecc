import { beforeEach, expect, test, vi } from 'vitest';
import { loadCurrentUser, loginFailure, signIn } from '#web/auth/auth.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { accessToken, isSignedIn, storeTokens } from '#web/platform/session.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  const { localStorage, window } = fakeBrowser();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
});

const credentials = { email: 'ana@ejemplo.cl', password: 'clave-de-prueba' };
const refuse = () => new Response('{"error":"No"}', { status: 403 });
const refuseWhileSomebodyElseSignsIn = async () => {
  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  return refuse();
};

test.each([
  ['message', new ApiError(401, { message: 'El mensaje', error: 'El error' }, 'La conexión'), 'El mensaje'],
  ['error', new ApiError(401, { error: 'El error' }, 'La conexión'), 'El error'],
  ['transport', new ApiError(0, {}, 'La conexión'), 'La conexión'],
  ['nothing said', new ApiError(0, {}, ''), 'Error al iniciar sesión'],
  ['our own', new Error('Login failed - no access token received'), 'Login failed - no access token received'],
  ['nothing at all', new Error(), 'Credenciales inválidas'],
])('a failed login shows the first message available: %s', (_, error, message) => {
  expect(loginFailure(error)).toBe(message);
});

test('a session that the server refuses is ended', async () => {
  fetched.mockImplementation(async () => refuse());
  await expect(loadCurrentUser()).rejects.toMatchObject({ status: 403 });
  expect(isSignedIn()).toBe(false);
});

test('a failed login ends the previous session', async () => {
  fetched.mockImplementation(async () => refuse());
  await expect(signIn(credentials)).rejects.toMatchObject({ status: 403 });
  expect(isSignedIn()).toBe(false);
});

test.each([
  ['the current user', loadCurrentUser],
  ['a login', () => signIn(credentials)],
])('%s that is refused does not end a session that started meanwhile', async (_, request) => {
  fetched.mockImplementation(refuseWhileSomebodyElseSignsIn);
  await expect(request()).rejects.toMatchObject({ status: 403 });
  expect(accessToken()).toBe('a2');
});
