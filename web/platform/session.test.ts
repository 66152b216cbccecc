import { beforeEach, expect, test, vi } from 'vitest';
import {
  accessToken,
  clearTokens,
  isSignedIn,
  keepTokens,
  onSessionChange,
  renewAccess,
  takeTokens,
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
  keepTokens({ accessToken: 'a1', refreshToken: 'r1' });
  expect(isSignedIn()).toBe(true);
  clearTokens();
  expect(isSignedIn()).toBe(false);
  expect(browser.localStorage.getItem('refreshToken')).toBeNull();
  expect(told).toHaveBeenCalledTimes(2);
  stop();
});

test('a login answer without refresh token leaves none of an older session', () => {
  keepTokens({ accessToken: 'a1', refreshToken: 'r1' });
  keepTokens({ accessToken: 'a2' });
  expect(browser.localStorage.getItem('refreshToken')).toBeNull();
});

test('leaving takes the tokens in silence and gives the refresh token back', () => {
  keepTokens({ accessToken: 'a1', refreshToken: 'r1' });
  const told = vi.fn();
  const stop = onSessionChange(told);
  expect(takeTokens()).toBe('r1');
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

test('five renewals asked for at once are one', async () => {
  keepTokens({ accessToken: 'old', refreshToken: 'r1' });
  const exchange = vi.fn(async () => 'new');
  await Promise.all(Array.from({ length: 5 }, () => renewAccess(exchange)));
  expect(exchange).toHaveBeenCalledExactlyOnceWith('r1');
  expect(accessToken()).toBe('new');
});

test('without refresh token there is nothing to renew with', async () => {
  await expect(renewAccess(async () => 'new')).rejects.toThrow('No refresh token available');
});

test('a renewal that arrives after signing out changes nothing', async () => {
  keepTokens({ accessToken: 'old', refreshToken: 'r1' });
  await renewAccess(async () => {
    clearTokens();
    return 'new';
  });
  expect(isSignedIn()).toBe(false);
});
