import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { me } from '#contract/auth';
import { call } from '#web/platform/api.ts';
import { isServerUnreachable, onServerReturn, onServerUnreachableChange } from '#web/platform/server-connection.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

type Answer = (signal?: AbortSignal | null) => Promise<Response>;

const json = (status: number, body: unknown) => async () => Response.json(body, { status });
const noAnswer = () => Promise.reject(new TypeError('fetch failed'));
/** As `fetch` does, it fails when its signal says so. */
const never: Answer = (signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
const notReady = json(503, { error: 'El servicio no está disponible.', code: 'NOT_READY' });
const healthy = json(200, { status: 'ok' });

let answers: { call: Answer; health: Answer };
let probes: number;
let stopWatching: () => void;
const back = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  const { localStorage, window } = fakeBrowser();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  probes = 0;
  back.mockReset();
  answers = { call: notReady, health: notReady };
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    if (path !== '/api/health') return answers.call(signal);
    probes += 1;
    return answers.health(signal);
  });
  const stops = [onServerUnreachableChange(() => undefined), onServerReturn(back)];
  stopWatching = () => {
    for (const stop of stops) stop();
  };
});
afterEach(async () => {
  answers.health = healthy;
  await vi.advanceTimersByTimeAsync(60_000);
  stopWatching();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fail = () => call(me).catch(() => undefined);

test.each([
  ['no answer', noAnswer],
  ['the database unavailable', notReady],
  ['a proxy without its server', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
])('%s: the server is unavailable until a health check succeeds, asked with growing pauses', async (_, answer) => {
  answers = { call: answer, health: answer };
  await Promise.all([fail(), fail(), fail()]);
  await vi.advanceTimersByTimeAsync(0);
  expect([isServerUnreachable(), probes]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(probes).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(probes).toBe(2);
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000 + 15_000 + 15_000);
  expect([probes, back.mock.calls.length]).toEqual([7, 0]);

  answers.health = healthy;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([isServerUnreachable(), back.mock.calls.length]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes).toBe(8);
});

test('the network comes back: the server is asked at once', async () => {
  answers = { call: noAnswer, health: noAnswer };
  await fail();
  await vi.advanceTimersByTimeAsync(0);
  answers.health = healthy;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect([isServerUnreachable(), back.mock.calls.length]).toEqual([false, 1]);
});

test.each([
  ['a request that fails on a healthy server', noAnswer, healthy, 1],
  ['a busy printer', json(503, { error: 'Hay demasiados documentos', code: 'PRINTER_BUSY' }), healthy, 0],
  ['a refusal', json(404, { error: 'No encontramos lo que buscas', code: 'NOT_FOUND' }), healthy, 0],
])('%s does not mean that the server is unavailable', async (_, failing, health, asked) => {
  answers = { call: failing, health };
  await fail();
  await vi.advanceTimersByTimeAsync(0);
  expect([isServerUnreachable(), probes, back.mock.calls.length]).toEqual([false, asked, 0]);
});

test.each([
  ['a server that hangs is unreachable after ten seconds', never, true],
  ['a server that is slow, and healthy, is not', healthy, false],
])('%s', async (_, health, isUnreachable) => {
  // The timers of AbortSignal.timeout() are not those of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
  answers = { call: never, health };
  void fail();
  await vi.advanceTimersByTimeAsync(4999);
  expect([probes, isServerUnreachable()]).toEqual([0, false]);
  await vi.advanceTimersByTimeAsync(5001);
  expect([probes > 0, isServerUnreachable()]).toEqual([true, isUnreachable]);
});
