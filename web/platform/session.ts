import { useSyncExternalStore } from 'react';
import { ApiError } from '#web/platform/api-error.ts';

const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
/** Written and removed at once, to notify the other tabs. */
const SIGNED_OUT = 'signedOut';

interface Tokens {
  accessToken: string;
  refreshToken?: string;
}

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export const accessToken = (): string | null => localStorage.getItem(ACCESS);

export const isSignedIn = (): boolean => accessToken() !== null;

/**
 * Identifies the session. Compare it before and after a request: meanwhile another user may have signed in, in this tab
 * or in another one. A refreshed access token belongs to the same session.
 */
export const currentSession = (): string | null => localStorage.getItem(REFRESH) ?? accessToken();

/** Starts a session in this browser. */
export function storeTokens(tokens: Tokens): void {
  // The refresh token last: other tabs are notified of it, and read the access token then.
  localStorage.setItem(ACCESS, tokens.accessToken);
  if (tokens.refreshToken) localStorage.setItem(REFRESH, tokens.refreshToken);
  else localStorage.removeItem(REFRESH);
  notify();
}

/** Removes the tokens and returns the refresh token. Does not notify this tab, which is about to reload. */
export function signOutOfAllTabs(): string | null {
  const refreshToken = localStorage.getItem(REFRESH);
  // Before the tokens are removed: the other tabs must know that the user signed out when the session ends.
  localStorage.setItem(SIGNED_OUT, String(Date.now()));
  localStorage.removeItem(SIGNED_OUT);
  removeTokens();
  return refreshToken;
}

function removeTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/** Called when the user signs out in another tab, not when a session ends for another reason. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_OUT && newValue !== null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Ends the given session in this browser. `RequireAuth` then redirects to /login. False if it has already ended. */
export function endSession(session: string | null): boolean {
  if (currentSession() !== session) return false;
  removeTokens();
  notify();
  return session !== null;
}

/** A refreshed access token is the same session. A change of the refresh token is another session. */
const changesSession = ({ key, oldValue, newValue }: StorageEvent): boolean =>
  key === null || key === REFRESH || (key === ACCESS && (oldValue === null || newValue === null));

/** Called when a session starts or ends, in this tab or in another one. */
export function onSessionChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (changesSession(event)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn, () => false);

const refreshes = new Map<string, Promise<void>>();

/**
 * Exchanges the refresh token for a new access token. Concurrent calls of a session share one exchange.
 */
export async function refreshAccessToken(exchange: (refreshToken: string) => Promise<string>): Promise<void> {
  const refreshToken = localStorage.getItem(REFRESH);
  if (!refreshToken) throw new ApiError(401, { code: 'NOT_SIGNED_IN' }, 'No refresh token available');
  const pending =
    refreshes.get(refreshToken) ?? exchangeToken(refreshToken, exchange).finally(() => refreshes.delete(refreshToken));
  refreshes.set(refreshToken, pending);
  return pending;
}

async function exchangeToken(refreshToken: string, exchange: (refreshToken: string) => Promise<string>): Promise<void> {
  const refreshed = await exchange(refreshToken);
  // Meanwhile the user may have signed out, or another user may have signed in.
  if (localStorage.getItem(REFRESH) === refreshToken) localStorage.setItem(ACCESS, refreshed);
}
