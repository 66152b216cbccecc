import { useSyncExternalStore } from 'react';
import { ApiError } from '#web/platform/api-error.ts';

const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
/** Passes through the storage for the other tabs to hear. */
const FAREWELL = 'signedOut';

interface Tokens {
  accessToken: string;
  refreshToken?: string;
}

const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

export const accessToken = (): string | null => localStorage.getItem(ACCESS);

export const isSignedIn = (): boolean => accessToken() !== null;

/**
 * Which session this is, to be asked for before a call and compared after it: in the meantime somebody else may have
 * signed in, in this tab or in another one. A renewed access token is the same session.
 */
export const currentSession = (): string | null => localStorage.getItem(REFRESH) ?? accessToken();

/** Starts a session in this browser. */
export function storeTokens(tokens: Tokens): void {
  // The refresh token last: when another tab hears of it, the access token that belongs to it is already there.
  localStorage.setItem(ACCESS, tokens.accessToken);
  if (tokens.refreshToken) localStorage.setItem(REFRESH, tokens.refreshToken);
  else localStorage.removeItem(REFRESH);
  announce();
}

/** Takes the tokens away without a word to this tab, which is about to reload; gives the refresh token back. */
export function signOutOfAllTabs(): string | null {
  const refreshToken = localStorage.getItem(REFRESH);
  // Before the tokens go: whoever hears that the session is over already knows that it was meant.
  localStorage.setItem(FAREWELL, String(Date.now()));
  localStorage.removeItem(FAREWELL);
  removeTokens();
  return refreshToken;
}

function removeTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/** Tells when somebody signs out in another tab: not when a session merely ends. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === FAREWELL && newValue !== null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** Ends that session in this browser, and no other: the gates send the visitor to /login. False if it is over already. */
export function endSession(session: string | null): boolean {
  if (currentSession() !== session) return false;
  removeTokens();
  announce();
  return session !== null;
}

/** A renewed access token is the same session; another refresh token, or none, is another one. */
const changesSession = ({ key, oldValue, newValue }: StorageEvent): boolean =>
  key === null || key === REFRESH || (key === ACCESS && (oldValue === null || newValue === null));

/** Tells when a session starts or ends, in this tab or in another one. */
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

const renewals = new Map<string, Promise<void>>();

/**
 * Changes the refresh token for a new access token. However many requests of a session find their token refused at
 * once, `exchange` is asked once and all of them wait for it.
 */
export async function refreshAccessToken(exchange: (refreshToken: string) => Promise<string>): Promise<void> {
  const refreshToken = localStorage.getItem(REFRESH);
  if (!refreshToken) throw new ApiError(401, { code: 'NOT_SIGNED_IN' }, 'No refresh token available');
  const renewal =
    renewals.get(refreshToken) ?? renew(refreshToken, exchange).finally(() => renewals.delete(refreshToken));
  renewals.set(refreshToken, renewal);
  return renewal;
}

async function renew(refreshToken: string, exchange: (refreshToken: string) => Promise<string>): Promise<void> {
  const renewed = await exchange(refreshToken);
  // Whoever signed out or in as somebody else while the answer was on its way keeps what they have now.
  if (localStorage.getItem(REFRESH) === refreshToken) localStorage.setItem(ACCESS, renewed);
}
