import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadNextScreens, NEXT_SCREENS_DELAY } from '#web/app/load-next-screens.ts';
import { loadOneByOne } from '#web/app/next-screens.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { letTimePass, openApp, serverFor } from '#web/testing/open-app.tsx';

const LONG = 5 * NEXT_SCREENS_DELAY;
/** Not performance, whose marks are read here. */
const fakeTime = () => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
const areLoaded = () => performance.getEntriesByName('next-screens-loaded').length > 0;

beforeEach(() => {
  performance.clearMarks('next-screens-loaded');
  return () => vi.restoreAllMocks();
});

async function openHome() {
  fakeTime();
  await openApp('/dashboard', serverFor());
  await screen.findByRole('heading', { level: 1 });
}

test('the next screens are loaded when the first one has been idle for a while', async () => {
  await openHome();
  await letTimePass(NEXT_SCREENS_DELAY - 500);
  expect(areLoaded()).toBe(false);
  await letTimePass(LONG);
  await waitFor(() => expect(areLoaded()).toBe(true));
});

test('offline they are not loaded', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openHome();
  await letTimePass(LONG);
  expect(areLoaded()).toBe(false);
});

test('with data saving they are not loaded', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  await openHome();
  await letTimePass(LONG);
  Reflect.deleteProperty(navigator, 'connection');
  expect(areLoaded()).toBe(false);
});

test('a public page loads none', async () => {
  fakeTime();
  await openApp('/login', serverFor(), { signedIn: null });
  await letTimePass(LONG);
  expect(areLoaded()).toBe(false);
});

test('modules are loaded one after the other, and a missing one does not stop the others', async () => {
  fakeTime();
  const first = Promise.withResolvers<void>();
  const loads = [vi.fn(() => first.promise), vi.fn(async () => undefined), vi.fn(async () => undefined)];
  loadOneByOne(loads);
  await letTimePass(LONG);
  expect(loads.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  first.reject(new TypeError('Failed to fetch'));
  await letTimePass(LONG);
  expect(loads.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  expect(areLoaded()).toBe(true);
});

test('after a logout the remaining ones are not loaded', async () => {
  fakeTime();
  const first = Promise.withResolvers<void>();
  const loads = [vi.fn(() => first.promise), vi.fn(async () => undefined)];
  const cancel = loadOneByOne(loads);
  await letTimePass(LONG);
  cancel();
  first.resolve();
  await letTimePass(LONG);
  expect(loads[1]).not.toHaveBeenCalled();
});

test('loading waits until the screen has its data, and then a while', async () => {
  fakeTime();
  const isFetching = vi.spyOn(queryClient, 'isFetching').mockReturnValue(1);
  const load = vi.fn(async () => undefined);
  const cancel = loadNextScreens([load]);
  await letTimePass(LONG);
  isFetching.mockReturnValue(0);
  await letTimePass(NEXT_SCREENS_DELAY - 500);
  expect(load).not.toHaveBeenCalled();
  isFetching.mockReturnValue(1);
  await letTimePass(LONG);
  expect(load).not.toHaveBeenCalled();
  isFetching.mockReturnValue(0);
  await letTimePass(LONG);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  cancel();
});

test('a load that is cancelled in time does not happen', async () => {
  fakeTime();
  const load = vi.fn(async () => undefined);
  const cancel = loadNextScreens([load]);
  await letTimePass(NEXT_SCREENS_DELAY / 2);
  cancel();
  await letTimePass(LONG);
  expect(load).not.toHaveBeenCalled();
});

test('a page that is no longer shown loads nothing more', async () => {
  await openHome();
  await letTimePass(NEXT_SCREENS_DELAY / 2);
  cleanup();
  await letTimePass(LONG);
  expect(areLoaded()).toBe(false);
});
