import { beforeEach, expect, test, vi } from 'vitest';
import { accessToken } from '#web/platform/access-token.ts';
import {
  currentSession,
  deviceToken,
  endSession,
  isSignedIn,
  onSessionChange,
  onSignOutInOtherTab,
  refreshAccessToken,
  replaceRefreshToken,
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

test('listeners are called when a session starts and when it ends', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  expect(isSignedIn()).toBe(true);
  endSession('r1');
  expect(isSignedIn()).toBe(false);
  expect(browser.localStorage.getItem('refreshToken')).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
});

test('a login without refresh token removes that of the previous session', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  storeTokens({ accessToken: 'a2' });
  expect(browser.localStorage.getItem('refreshToken')).toBeNull();
});

test('ending a previous session does not end the current one', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const session = currentSession();
  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  endSession(session);
  expect(accessToken()).toBe('a2');
});

test('a refreshed access token is the same session; without refresh token each access token is a session', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const session = currentSession();
  browser.localStorage.setItem('accessToken', 'a2');
  expect(currentSession()).toBe(session);
  storeTokens({ accessToken: 'a3' });
  expect(currentSession()).toBe('a3');
});

test('signing out removes the tokens, returns the refresh token and does not notify this tab', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  expect(signOutOfAllTabs()).toBe('r1');
  expect(isSignedIn()).toBe(false);
  expect(listener).not.toHaveBeenCalled();
  stop();
});

test('listeners are called for a change of session in another tab, not for a refreshed access token', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  otherTab({ key: 'accessToken', oldValue: 'a1', newValue: 'a2' });
  otherTab({ key: 'theme', oldValue: null, newValue: 'dark' });
  expect(listener).not.toHaveBeenCalled();
  otherTab({ key: 'accessToken', oldValue: 'a2', newValue: null });
  otherTab({ key: 'refreshToken', oldValue: 'r1', newValue: 'r2' });
  otherTab({ key: null, oldValue: null, newValue: null });
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  otherTab({ key: null, oldValue: null, newValue: null });
  expect(listener).toHaveBeenCalledTimes(3);
});

test('other tabs learn of a sign-out before the session ends, and not of a session that ends by itself', () => {
  const listener: string[] = [];
  const stops = [onSignOutInOtherTab(() => listener.push('signed out')), onSessionChange(() => listener.push('over'))];
  const { localStorage } = browser;
  const { setItem, removeItem } = localStorage;
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  // A browser notifies the other tabs of every change.
  localStorage.setItem = (key, newValue) => {
    setItem(key, newValue);
    otherTab({ key, oldValue: null, newValue });
  };
  localStorage.removeItem = (key) => {
    const oldValue = localStorage.getItem(key);
    removeItem(key);
    if (oldValue !== null) otherTab({ key, oldValue, newValue: null });
  };
  listener.length = 0;
  signOutOfAllTabs();
  expect(listener).toEqual(['signed out', 'over', 'over']);

  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  listener.length = 0;
  endSession('r2');
  expect(new Set(listener)).toEqual(new Set(['over']));
  for (const stop of stops) stop();
});

test('a replaced refresh token is the same session, here and in another tab', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const session = currentSession();
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  replaceRefreshToken(session, 'r2');
  otherTab({ key: 'refreshToken', oldValue: 'r1', newValue: 'r2' });
  expect(listener).not.toHaveBeenCalled();
  expect(currentSession()).toBe(session);
  expect(browser.localStorage.getItem('refreshToken')).toBe('r2');
  replaceRefreshToken('another session', 'r3');
  expect(browser.localStorage.getItem('refreshToken')).toBe('r2');
  otherTab({ key: 'refreshToken', oldValue: 'r2', newValue: null });
  expect(listener).toHaveBeenCalledOnce();
  stop();
});

test('a refresh whose token was replaced meanwhile is made with the new one', async () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const exchange = vi.fn(async (refreshToken: string) => {
    if (refreshToken !== 'r1') return 'a2';
    replaceRefreshToken(currentSession(), 'r2');
    throw new Error('refused');
  });
  await refreshAccessToken(exchange);
  expect(exchange.mock.calls).toEqual([['r1'], ['r2']]);
  expect(accessToken()).toBe('a2');
});

test('the token of the device outlives the session', () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1', deviceToken: 'd1' });
  signOutOfAllTabs();
  expect(deviceToken()).toBe('d1');
});

test('five concurrent refreshes make one exchange', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  const exchange = vi.fn(async () => 'new');
  await Promise.all(Array.from({ length: 5 }, () => refreshAccessToken(exchange)));
  expect(exchange).toHaveBeenCalledExactlyOnceWith('r1');
  expect(accessToken()).toBe('new');
});

test('the refresh of one session is not shared with the next', async () => {
  storeTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const exchange = vi.fn(async (refreshToken: string) => `for ${refreshToken}`);
  const first = refreshAccessToken(exchange);
  storeTokens({ accessToken: 'a2', refreshToken: 'r2' });
  await Promise.all([first, refreshAccessToken(exchange)]);
  expect(exchange.mock.calls).toEqual([['r1'], ['r2']]);
  expect(accessToken()).toBe('for r2');
});

test('a refresh needs a refresh token', async () => {
  await expect(refreshAccessToken(async () => 'new')).rejects.toThrow('No refresh token available');
});

test('a refresh that arrives after the sign-out changes nothing', async () => {
  storeTokens({ accessToken: 'old', refreshToken: 'r1' });
  await refreshAccessToken(async () => {
    endSession('r1');
    return 'new';
  });
  expect(isSignedIn()).toBe(false);
});
