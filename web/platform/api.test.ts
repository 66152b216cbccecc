import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { login, logout, me } from '#contract/auth';
import { endpoint, MIN_UPLOAD_RATE } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { accessToken } from '#web/platform/access-token.ts';
import { call, download, queryFor } from '#web/platform/api.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { isSignedIn, storeTokens } from '#web/platform/session.ts';
import { upload } from '#web/platform/upload.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';
import { showToast } from '#web/ui/toast.ts';

vi.mock('#web/ui/toast.ts', () => ({ showToast: vi.fn() }));

const search = endpoint({
  method: 'GET',
  path: '/api/things/{id}/parts',
  access: 'professional',
  summary: 'A thing to call',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.number().optional(), search: z.string().optional() }),
  reply: z.array(z.string()),
});
const printed = endpoint({
  method: 'GET',
  path: '/api/things/pdf',
  access: 'professional',
  summary: 'A thing to download',
  reply: z.unknown(),
});

const drawn = endpoint({
  method: 'POST',
  path: '/api/things/picture',
  access: 'professional',
  summary: 'A thing to upload',
  body: z.object({ picture: z.unknown() }),
  upload: 'picture',
  reply: z.object({ name: z.string() }),
});

const UNREADABLE = 'La respuesta no se pudo leer. Revisa tu conexión e intenta nuevamente.';

type Answer = (path: string, init: RequestInit) => Response | Promise<Response>;
const fetched = vi.fn<Answer>();

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const bearer = (init: RequestInit) => new Headers(init.headers).get('Authorization');
const callsTo = (path: string) => fetched.mock.calls.filter(([called]) => called === path).length;

beforeEach(() => {
  const { localStorage, window } = fakeBrowser();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  vi.mocked(showToast).mockReset();
});

/** A server that takes the token 'new' only, and gives it for the refresh token 'r1'. */
const serverWithSessions: Answer = (path, init) => {
  if (path === '/api/auth/refresh') return json(200, { accessToken: 'new' });
  return bearer(init) === 'Bearer new' ? json(200, { name: 'Ana' }) : json(401, { error: 'Tu sesión expiró.' });
};

test('a request has the JSON type, the token, no cookies and its parameters in the path', async () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  fetched.mockResolvedValue(json(200, ['x']));
  const reply = await call(search, { params: { id: 'a/b' }, query: { page: 2, search: undefined } });
  expect(reply).toEqual(['x']);
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe('/api/things/a%2Fb/parts?page=2');
  expect(init).toMatchObject({ method: 'GET', credentials: 'omit', body: null });
  expect(init?.headers).toEqual({ 'Content-Type': 'application/json', Authorization: 'Bearer a1' });
  expect(init?.signal).toBeInstanceOf(AbortSignal);
});

test('a reply without content is undefined', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  expect(await call(logout, { body: { refreshToken: 'r1' } })).toBeUndefined();
});

test.each(['<html>Conéctate al wifi</html>', ''])(
  'a successful response that is not JSON is a failure: %j',
  async (body) => {
    fetched.mockResolvedValue(new Response(body, { status: 200 }));
    await expect(call(me)).rejects.toMatchObject({ name: 'ApiError', status: 0, message: UNREADABLE });
  },
);

test('the key of a query is its path and its request', () => {
  expect(queryFor(search, { params: { id: '1' }, query: {} }).queryKey).toEqual([
    '/api/things/{id}/parts',
    { params: { id: '1' }, query: {} },
  ]);
});

test('a failed request throws the message and details of the server', async () => {
  const details = [{ field: 'email', message: 'Email inválido' }];
  fetched.mockResolvedValue(json(400, { error: 'Revisa los datos ingresados', message: 'm', details }));
  await expect(call(me)).rejects.toMatchObject({ status: 400, message: 'Revisa los datos ingresados', details });
});

test('an error that is not JSON has a message with its status', async () => {
  fetched.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  await expect(call(me)).rejects.toMatchObject({ status: 502, message: 'El servidor respondió con un error (502).' });
});

test('an error of an unknown shape has a message with its status', async () => {
  fetched.mockResolvedValue(json(504, { error: { code: 'GATEWAY_TIMEOUT' } }));
  await expect(call(me)).rejects.toMatchObject({ status: 504, message: 'El servidor respondió con un error (504).' });
});

test('a network failure and a timeout have different messages', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(call(me)).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('Sin conexión con el servidor'),
  });
  fetched.mockRejectedValueOnce(new DOMException('timed out', 'TimeoutError'));
  await expect(call(me)).rejects.toMatchObject({ status: 0, message: expect.stringContaining('tardó demasiado') });
});

test('five requests with an expired token share one refresh, and each is retried once', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation(serverWithSessions);
  const replies = await Promise.all(Array.from({ length: 5 }, () => call(me)));
  expect(replies).toEqual(Array(5).fill({ name: 'Ana' }));
  expect(callsTo('/api/auth/refresh')).toBe(1);
  expect(callsTo('/api/auth/me')).toBe(10);
  expect(accessToken()).toBe('new');
});

test('the refused answer is cancelled before the refresh', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  const steps: string[] = [];
  const unread = new ReadableStream({ cancel: () => void steps.push('cancelled') });
  fetched.mockImplementation((path, init) => {
    steps.push(path);
    return path === '/api/auth/me' && bearer(init) === 'Bearer old'
      ? new Response(unread, { status: 401 })
      : serverWithSessions(path, init);
  });
  expect(await call(me)).toEqual({ name: 'Ana' });
  expect(steps).toEqual(['/api/auth/me', 'cancelled', '/api/auth/refresh', '/api/auth/me']);
});

test('a refused answer whose connection broke is renewed all the same', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  fetched.mockImplementation((path, init) =>
    path === '/api/auth/me' && bearer(init) === 'Bearer old'
      ? new Response(broken, { status: 401 })
      : serverWithSessions(path, init),
  );
  expect(await call(me)).toEqual({ name: 'Ana' });
});

test('a request that is refused again after the refresh is not retried a second time', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation((path) =>
    path === '/api/auth/refresh' ? json(200, { accessToken: 'other' }) : json(401, { error: 'No' }),
  );
  await expect(call(me)).rejects.toMatchObject({ status: 401, message: 'No' });
  expect(callsTo('/api/auth/me')).toBe(2);
});

test('a refused login causes no refresh', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockResolvedValue(json(401, { error: 'Credenciales inválidas' }));
  await expect(call(login, { body: { email: 'a@b.cl', password: 'x' } })).rejects.toThrow('Credenciales inválidas');
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(isSignedIn()).toBe(true);
  expect(showToast).not.toHaveBeenCalled();
});

test('a refused request without refresh token ends the session', async () => {
  storeTokens({ accessToken: 'old' });
  fetched.mockResolvedValue(json(401, { error: 'Tu sesión expiró.' }));
  await expect(call(me)).rejects.toThrow('No refresh token available');
  expect(isSignedIn()).toBe(false);
});

test('a refused refresh ends the session and shows one toast for all failed requests', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation(() => json(401, { error: 'Tu sesión expiró.' }));
  const calls = await Promise.allSettled(Array.from({ length: 5 }, () => call(me)));
  expect(calls).toMatchObject(Array(5).fill({ status: 'rejected', reason: { status: 401 } }));
  expect(isSignedIn()).toBe(false);
  expect(showToast).toHaveBeenCalledExactlyOnceWith({
    title: 'Sesión terminada',
    description: 'Tu sesión expiró. Inicia sesión nuevamente.',
    neutral: true,
  });
});

test('without a session no toast says that it ended', async () => {
  fetched.mockImplementation(() => json(401, { error: 'Tu sesión expiró.' }));
  await expect(call(me)).rejects.toMatchObject({ status: 401 });
  expect(showToast).not.toHaveBeenCalled();
});

test.each([429, 500, 503])('a refresh answered with %i does not end the session', async (status) => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation((path) => json(path === '/api/auth/refresh' ? status : 401, { error: 'Espera' }));
  await expect(call(me)).rejects.toMatchObject({ status, message: 'Espera' });
  expect(isSignedIn()).toBe(true);
});

test('a refresh without network does not end the session', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation((path) =>
    path === '/api/auth/refresh' ? Promise.reject(new TypeError('Failed to fetch')) : json(401, { error: 'No' }),
  );
  await expect(call(me)).rejects.toMatchObject({ status: 0 });
  expect(isSignedIn()).toBe(true);
});

test('a refresh answered by a captive portal does not end the session', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation((path) =>
    path === '/api/auth/refresh' ? new Response('<html>', { status: 200 }) : json(401, { error: 'No' }),
  );
  await expect(call(me)).rejects.toMatchObject({ status: 0, message: UNREADABLE });
  expect(isSignedIn()).toBe(true);
});

/** Refuses the first request to the path, and another user signs in in another tab meanwhile. */
const whileSomebodyElseSignsIn = (path: string) =>
  fetched.mockImplementation((called) => {
    if (called !== path) return json(200, { accessToken: 'of-ana' });
    storeTokens({ accessToken: 'of-rosa', refreshToken: 'r2' });
    return json(401, { error: 'Tu sesión expiró.' });
  });

test('a request is not retried with the token of another user who signed in meanwhile', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  whileSomebodyElseSignsIn('/api/auth/me');
  await expect(call(me)).rejects.toMatchObject({ status: 401, message: ERRORS.NOT_SIGNED_IN.message });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(accessToken()).toBe('of-rosa');
});

test('a request is not retried with the token of another user who signed in during the refresh', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation((path) => {
    if (path !== '/api/auth/refresh') return json(401, { error: 'No' });
    storeTokens({ accessToken: 'of-rosa', refreshToken: 'r2' });
    return json(200, { accessToken: 'of-ana' });
  });
  await expect(call(me)).rejects.toMatchObject({ status: 401, message: ERRORS.NOT_SIGNED_IN.message });
  expect(callsTo('/api/auth/me')).toBe(1);
  expect(accessToken()).toBe('of-rosa');
});

test('a refused refresh of a previous session does not end the current one', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation((path) => {
    if (path === '/api/auth/refresh') storeTokens({ accessToken: 'of-rosa', refreshToken: 'r2' });
    return json(401, { error: 'No' });
  });
  await expect(call(me)).rejects.toMatchObject({ status: 401 });
  expect(accessToken()).toBe('of-rosa');
});

test('a cancelled request is aborted and throws AbortError', async () => {
  fetched.mockImplementation(
    (_path, { signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const leaving = new AbortController();
  const reply = call(me, {}, leaving.signal);
  leaving.abort();
  await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
});

test('a download returns the file, and a refused download throws the message of the server', async () => {
  fetched.mockResolvedValueOnce(new Response('%PDF'));
  expect(await (await download(printed)).text()).toBe('%PDF');
  fetched.mockResolvedValueOnce(json(409, { error: 'El certificado debe estar finalizado para generar PDF' }));
  await expect(download(printed)).rejects.toThrow('El certificado debe estar finalizado para generar PDF');
  fetched.mockResolvedValueOnce(new Response('%PDF', { status: 500 }));
  await expect(download(printed)).rejects.toThrow('Request failed with blob response');
});

test('a file is sent as a field of a form, and the browser sets the content type', async () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  fetched.mockResolvedValue(json(200, { name: 'firma' }));
  const file = new File(['PNG'], 'firma.png', { type: 'image/png' });
  expect(await upload(drawn, file)).toEqual({ name: 'firma' });
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe('/api/things/picture');
  expect(init).toMatchObject({ method: 'POST', headers: { Authorization: 'Bearer a1' } });
  expect(new Headers(init?.headers).has('Content-Type')).toBe(false);
  const form = init?.body as FormData;
  expect([...form.keys()]).toEqual(['picture']);
  expect(await (form.get('picture') as File).text()).toBe('PNG');
});

test('a large file has more time, and a file that has begun to arrive takes as long as it takes', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  fetched.mockResolvedValueOnce(json(200, { name: 'firma' }));
  await upload(drawn, new File([new Uint8Array(10 * MIN_UPLOAD_RATE)], 'firma.png'));
  expect(timeout).toHaveBeenLastCalledWith(40_000);
  timeout.mockClear();
  vi.useFakeTimers();
  try {
    fetched.mockResolvedValueOnce(new Response('%PDF'));
    await download(printed);
    vi.advanceTimersByTime(600_000);
  } finally {
    vi.useRealTimers();
  }
  expect(fetched.mock.lastCall?.[1].signal?.aborted).toBe(false);
  expect(timeout).not.toHaveBeenCalled();
});

test('an upload with an expired token is sent again with the new one', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  fetched.mockImplementation(serverWithSessions);
  expect(await upload(drawn, new File(['PNG'], 'firma.png'))).toEqual({ name: 'Ana' });
  const bodies = fetched.mock.calls.filter(([path]) => path === drawn.path).map(([, init]) => init.body as FormData);
  expect(await Promise.all(bodies.map((form) => (form.get('picture') as File).text()))).toEqual(['PNG', 'PNG']);
  expect(callsTo('/api/auth/refresh')).toBe(1);
});

test('a refused upload throws the message of the server, and an endpoint without upload sends no file', async () => {
  fetched.mockResolvedValue(json(413, { error: 'Demasiado grande' }));
  const file = new File(['PNG'], 'firma.png');
  await expect(upload(drawn, file)).rejects.toMatchObject({ status: 413, message: 'Demasiado grande' });
  await expect(upload(me, file)).rejects.toThrow('/api/auth/me takes no file');
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a call refused because of a temporary password loads again who is signed in', async () => {
  queryClient.setQueryData([me.path], { name: 'Ana', mustChangePassword: false });
  const code = 'PASSWORD_CHANGE_REQUIRED';
  fetched.mockResolvedValue(json(403, { error: ERRORS[code].message, message: ERRORS[code].message, code }));
  await expect(call(search, { params: { id: '1' }, query: {} })).rejects.toMatchObject({ status: 403 });
  expect(queryClient.getQueryState([me.path])?.isInvalidated).toBe(true);
});
