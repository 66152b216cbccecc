import { beforeEach, expect, test, vi } from 'vitest';
import { me } from '#contract/auth';
import { loadCurrentUser } from '#web/auth/auth.queries.ts';
import { loginFailure, signIn } from '#web/auth/login.queries.ts';
import { accessToken } from '#web/platform/access-token.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { isSignedIn, storeTokens } from '#web/platform/session.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  const { localStorage, window } = fakeBrowser();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  queryClient.clear();
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

test.each([400, 401, 403, 404, 429, 500, 502])('at start an answer %i signs out', async (status) => {
  fetched.mockImplementation(async () => new Response('{"error":"No"}', { status }));
  await expect(loadCurrentUser()).rejects.toMatchObject({ status });
  expect(isSignedIn()).toBe(false);
});

test('at start a refresh that fails signs out as well', async () => {
  fetched.mockImplementation(async (path) => new Response('{}', { status: path === me.path ? 401 : 500 }));
  await expect(loadCurrentUser()).rejects.toMatchObject({ status: 500 });
  expect(isSignedIn()).toBe(false);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['no answer in time', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
  ['503', async () => new Response('{"error":"El servicio no está listo"}', { status: 503 })],
  ['the page of a captive portal', async () => new Response('<html>', { status: 200 })],
])('at start %s keeps the session', async (_, answer) => {
  fetched.mockImplementation(answer);
  await expect(loadCurrentUser()).rejects.toBeInstanceOf(ApiError);
  expect(accessToken()).toBe('a1');
});

test.each([
  [403, false],
  [429, true],
  [500, true],
])('once the user is known an answer %i leaves them signed in: %s', async (status, isKept) => {
  const user = { _id: '1', name: 'Ana' };
  fetched.mockImplementationOnce(async () => Response.json({ accessToken: 'a3', refreshToken: 'r3', user }));
  await signIn(credentials);
  fetched.mockImplementation(async () => new Response('{"error":"No"}', { status }));
  await expect(loadCurrentUser()).rejects.toMatchObject({ status });
  expect(isSignedIn()).toBe(isKept);
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
