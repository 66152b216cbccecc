import { beforeEach, expect, test, vi } from 'vitest';
import {
  accessToken,
  currentSession,
  endSession,
  isSignedIn,
  onSessionChange,
  onSignOutInOtherTab,
  refreshAccessToken,
  signOutOfAllTabs,
  storeTokens,
} from '#web/platform/session.ts';
import { fakeBrowser } from '#web/testing/fake-browser.ts';

let browser: ReturnType<typeof fakeBrowser>;

beforeEach(() => {
  browser = fakeBrowser();
  vi.stubGlobal('localStorage', browser.localStorage);
  vi.stubGlobal('window', browser.window);
});

const otherTab = (change: { key: string | null; oldValue: string | null; newValue: string | null }) =>
  browser.window.dispatchEvent(Object.assign(new Event('storage'), change));

test('a session begins with its tokens and ends without them, and both are told', () => {
  const told = vi.fn();
  const stop = onSessionChange(told);
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  expect(isSignedIn()).toBe(true);
  endSession('r1');
  expect(isSignedIn()).toBe(false);
  expect(browser.localStorage.getItem('refreshToken')).toBeNull();
  expect(told).toHaveBeenCalledTimes(2);
  stop();
});

test('a login answer without refresh token leaves none of an older session', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  storeTokens({ accessToken: 'a2' });
  expect(browser.localStorage.getItem('refreshToken')).toBeNull();
});

test('a session that has passed can no longer be ended, nor the one after it by mistake', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const session = currentSession();
  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  endSession(session);
  expect(accessToken()).toBe('a2');
});

test('a renewed access token is the same session; without refresh token each access token is one', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const session = currentSession();
  browser.localStorage.setItem('accessToken', 'a2');
  expect(currentSession()).toBe(session);
  storeTokens({ accessToken: 'a3' });
  expect(currentSession()).toBe('a3');
});

test('leaving takes the tokens in silence and gives the refresh token back', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const told = vi.fn();
  const stop = onSessionChange(told);
  expect(signOutOfAllTabs()).toBe('r1');
  expect(isSignedIn()).toBe(false);
  expect(told).not.toHaveBeenCalled();
  stop();
});

test('signing out, in or as somebody else in another tab is told here; a renewed access token is not', () => {
  const told = vi.fn();
  const stop = onSessionChange(told);
  otherTab({ key: 'accessToken', oldValue: 'a1', newValue: 'a2' });
  otherTab({ key: 'theme', oldValue: null, newValue: 'dark' });
  expect(told).not.toHaveBeenCalled();
  otherTab({ key: 'accessToken', oldValue: 'a2', newValue: null });
  otherTab({ key: 'refreshToken', oldValue: 'r1', newValue: 'r2' });
  otherTab({ key: null, oldValue: null, newValue: null });
  expect(told).toHaveBeenCalledTimes(3);
  stop();
  otherTab({ key: null, oldValue: null, newValue: null });
  expect(told).toHaveBeenCalledTimes(3);
});

test('signing out is told to the other tabs before the session is over; that one merely ended is not', () => {
  const told: string[] = [];
  const stops = [onSignOutInOtherTab(() => told.push('signed out')), onSessionChange(() => told.push('over'))];
  const { localStorage } = browser;
  const { setItem, removeItem } = localStorage;
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  // What one tab writes, the others hear.
  localStorage.setItem = (key, newValue) => {
    setItem(key, newValue);
    otherTab({ key, oldValue: null, newValue });
  };
  localStorage.removeItem = (key) => {
    const oldValue = localStorage.getItem(key);
    removeItem(key);
    if (oldValue !== null) otherTab({ key, oldValue, newValue: null });
  };
  told.length = 0;
  signOutOfAllTabs();
  expect(told).toEqual(['signed out', 'over', 'over']);

  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  told.length = 0;
  endSession('r2');
  expect(new Set(told)).toEqual(new Set(['over']));
  for (const stop of stops) stop();
});

test('five renewals asked for at once are one', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  const exchange = vi.fn(async () => 'new');
  await Promise.all(Array.from({ length: 5 }, () => refreshAccessToken(exchange)));
  expect(exchange).toHaveBeenCalledExactlyOnceWith('r1');
  expect(accessToken()).toBe('new');
});

test('the renewal of one session is not shared with the next', async () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const exchange = vi.fn(async (refreshToken: string) => `for ${refreshToken}`);
  const first = refreshAccessToken(exchange);
  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  await Promise.all([first, refreshAccessToken(exchange)]);
  expect(exchange.mock.calls).toEqual([['r1'], ['r2']]);
  expect(accessToken()).toBe('for r2');
});

test('without refresh token there is nothing to renew with', async () => {
  await expect(refreshAccessToken(async () => 'new')).rejects.toThrow('No refresh token available');
});

test('a renewal that arrives after signing out changes nothing', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  await refreshAccessToken(async () => {
    endSession('r1');
    return 'new';
  });
  expect(isSignedIn()).toBe(false);
});
