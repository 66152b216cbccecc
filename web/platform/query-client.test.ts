import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { me } from '#contract/auth';
import { queryFor } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { clearCacheOnSessionChange, queryClient } from '#web/platform/query-client.ts';
import { endSession, storeTokens } from '#web/platform/session.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';
import { showToast } from '#web/ui/toast.ts';

vi.mock('#web/ui/toast.ts', () => ({ showToast: vi.fn() }));

beforeEach(() => {
  const { localStorage, window } = fakeBrowser();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', window);
  vi.mocked(showToast).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

test('a query is cancelled without a toast when its page is left', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const leave = new QueryObserver(queryClient, queryFor(me, {}, { failed: 'No se pudo cargar' })).subscribe(() => {});
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  vi.useFakeTimers();
  leave();
  // Longer than the pause before a failed query is repeated.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(showToast).not.toHaveBeenCalled();
});

const fail = (error: Error) =>
  new MutationObserver(queryClient, { mutationFn: () => Promise.reject(error), meta: { failed: 'No se pudo' } })
    .mutate()
    .catch(() => undefined);

test('a failure shows a toast, a cancelled request does not', async () => {
  await fail(new DOMException('left', 'AbortError'));
  expect(showToast).not.toHaveBeenCalled();
  await fail(new Error('otra cosa'));
  expect(showToast).toHaveBeenCalledExactlyOnceWith({ title: 'Error', description: 'No se pudo', destructive: true });
});

test('a request that fails because the session ended shows no toast of its own', async () => {
  const expired = new ApiError(401, { code: 'NOT_SIGNED_IN', error: 'Tu sesión expiró.' }, 'x');
  await fail(expired);
  expect(showToast).not.toHaveBeenCalled();
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  await fail(expired);
  expect(showToast).toHaveBeenCalledOnce();
});

test('a new session clears queries and mutations, and a pending mutation still shows its result', async () => {
  const stop = clearCacheOnSessionChange();
  queryClient.setQueryData(['datos'], 'de Ana');
  const login = new MutationObserver(queryClient, {
    mutationFn: async (_: { password: string }) => storeTokens({ accessToken: 'a1', refreshToken: 'r1' }),
    meta: { done: 'Te damos la bienvenida' },
  });
  await login.mutate({ password: 'secreta' });
  expect(showToast).toHaveBeenCalledExactlyOnceWith({ title: 'Éxito', description: 'Te damos la bienvenida' });
  expect(queryClient.getQueryData(['datos'])).toBeUndefined();
  expect(queryClient.getMutationCache().getAll()).toEqual([]);

  await fail(new Error('algo'));
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1);
  endSession('r1');
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
  stop();
});
