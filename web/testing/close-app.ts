import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as react from 'react';
import { afterEach, vi } from 'vitest';
import { clearUnsavedChangesOnSignOut } from '#web/drafts/unsaved-changes.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { storeTokens } from '#web/platform/session.ts';
import { closeToast } from './open-app.tsx';

// Generous: no test asserts on time, and the machine may be busy. Every attempt of a wait throws an error, and printing
// the page costs more than the attempt: it is printed when somebody reads the message.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) =>
    Object.defineProperty(new Error(), 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    }),
}));

// React records for its warnings where each element was created, until it has recorded ten thousand in a second. The
// recording is a sixth of the time of these tests. React has no public setting for it.
const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

// A failed query is repeated as in the product, but at once.
const { queries, ...others } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });

// A page that was closed with its test may still send a request. It reaches no server.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));

/** After a sign-out, unsaved changes are not stored until somebody signs in. */
function allowUnsavedChanges(): void {
  const stop = clearUnsavedChangesOnSignOut();
  storeTokens({ accessToken: 'access' });
  stop();
}

// The files of a worker share their modules: what one test leaves must not reach the next.
afterEach(() => {
  closeToast();
  cleanup();
  queryClient.clear();
  allowUnsavedChanges();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// happy-dom lacks the property, by which the forms tell whether a select was changed before they were ready.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { configurable: true, value: 0 });
