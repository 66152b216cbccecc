import { expect, onTestFinished, test, vi } from 'vitest';
import { watchUpdates } from '#web/platform/app-updates.ts';

const OWN = '/assets/app-own.js';

/** A page that starts with OWN, in a browser with or without service workers. */
function openPage({ hasWorkers = true, isDevelopment = false, readyState = 'complete' } = {}) {
  const page = new EventTarget();
  const active = { postMessage: vi.fn() };
  const update = vi.fn(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), {
    register: vi.fn(async () => undefined),
    ready: Promise.resolve({ active }),
    getRegistration: async () => ({ update }),
  });
  vi.stubEnv('DEV', isDevelopment);
  vi.stubGlobal('navigator', hasWorkers ? { serviceWorker } : {});
  vi.stubGlobal('document', { readyState, scripts: [{ getAttribute: () => null }, { getAttribute: () => OWN }] });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  const onNewVersion = vi.fn();
  const stop = watchUpdates(onNewVersion);
  const say = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  return { page, serviceWorker, active, update, onNewVersion, stop, say };
}

test('the worker is registered when the page has loaded, and asked for its version', async () => {
  const { page, serviceWorker, active } = openPage({ readyState: 'interactive' });
  expect(serviceWorker.register).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('load'));
  expect(serviceWorker.register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
  await serviceWorker.ready;
  expect(active.postMessage).toHaveBeenCalledExactlyOnceWith('version');
});

test('a version that this page does not have is a new one', () => {
  const { say, onNewVersion, stop } = openPage();
  for (const data of [{ entry: OWN }, { entry: 7 }, 'version', null]) say(data);
  expect(onNewVersion).not.toHaveBeenCalled();
  say({ entry: '/assets/app-next.js' });
  expect(onNewVersion).toHaveBeenCalledExactlyOnceWith('/assets/app-next.js');
  stop();
  say({ entry: '/assets/app-third.js' });
  expect(onNewVersion).toHaveBeenCalledOnce();
});

test('a page that stays open looks for a new version every hour', async () => {
  const { update, stop } = openPage();
  await vi.advanceTimersByTimeAsync(2 * 60 * 60 * 1000);
  expect(update).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  expect(update).toHaveBeenCalledTimes(2);
});

test('the development server has no worker, nor does a browser without https', () => {
  const { serviceWorker } = openPage({ isDevelopment: true });
  expect(serviceWorker.register).not.toHaveBeenCalled();
  expect(() => openPage({ hasWorkers: false }).stop()).not.toThrow();
});
