import { ACCESS_TOKEN, accessToken } from '#web/platform/access-token.ts';
import { ApiError } from '#web/platform/api-error.ts';

const REFRESH = 'refreshToken';
/** The first refresh token of the session: a changed password replaces the token and not the session. */
const SESSION = 'session';
/** Given at the first login in this browser, and kept when the user signs out. */
const DEVICE = 'deviceToken';
/** Written and removed at once, to notify the other tabs. */
const SIGNED_OUT = 'signedOut';

interface Tokens {
  accessToken: string;
  refreshToken?: string;
  deviceToken?: string | undefined;
}

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export const isSignedIn = (): boolean => accessToken() !== null;

/**
 * Identifies the session. Compare it before and after a request: meanwhile another user may have signed in, in this tab
 * or in another one. A refreshed access token belongs to the same session.
 */
export const currentSession = (): string | null =>
  localStorage.getItem(SESSION) ?? localStorage.getItem(REFRESH) ?? accessToken();

/** Tells the server that somebody has logged in on this device before. */
export const deviceToken = (): string | undefined => localStorage.getItem(DEVICE) ?? undefined;

/** Starts a session in this browser. */
export function storeTokens(tokens: Tokens): void {
  if (tokens.deviceToken) localStorage.setItem(DEVICE, tokens.deviceToken);
  // The refresh token is stored last: other tabs are notified of it, and then read the other tokens.
  localStorage.setItem(ACCESS_TOKEN, tokens.accessToken);
  if (tokens.refreshToken) {
    localStorage.setItem(SESSION, tokens.refreshToken);
    localStorage.setItem(REFRESH, tokens.refreshToken);
  } else {
    localStorage.removeItem(SESSION);
    localStorage.removeItem(REFRESH);
  }
  notify();
}

/** Keeps the session when the server replaces its refresh token. A session that has ended meanwhile stays ended. */
export function replaceRefreshToken(session: string | null, refreshToken: string): void {
  if (session === null || currentSession() !== session) return;
  localStorage.setItem(SESSION, session);
  localStorage.setItem(REFRESH, refreshToken);
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
  localStorage.removeItem(ACCESS_TOKEN);
  localStorage.removeItem(SESSION);
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

/** A refreshed access token is the same session, and so is a refresh token that was replaced. */
const changesSession = ({ key, oldValue, newValue }: StorageEvent): boolean =>
  key === null ||
  (key === REFRESH && !(newValue !== null && isReplacement(newValue))) ||
  (key === ACCESS_TOKEN && (oldValue === null || newValue === null));

const isReplacement = (refreshToken: string): boolean => {
  const session = localStorage.getItem(SESSION);
  return session !== null && session !== refreshToken;
};

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
  const session = currentSession();
  const refreshed = await exchange(refreshToken).catch((error) => {
    // Another tab has changed the password meanwhile.
    const replacement = localStorage.getItem(REFRESH);
    if (replacement && replacement !== refreshToken && isReplacement(replacement)) return exchange(replacement);
    throw error;
  });
  // Meanwhile the user may have signed out, or another user may have signed in.
  if (currentSession() === session) localStorage.setItem(ACCESS_TOKEN, refreshed);
}
