import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { logout, me, type User } from '#contract/auth';
import { type Proof, reauthenticate } from '#contract/sessions';
import { clearAllUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isAnswered, isError, isRefusal } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { endRefusedSession } from '#web/platform/refused-session.ts';
import { currentSession, isSignedIn, onSessionChange, signOutOfAllTabs } from '#web/platform/session.ts';
import { unsubscribeBrowser } from '#web/platform/unsubscribe-browser.ts';

/** How long signing out waits for the server and the push service. */
const LOGOUT_TIMEOUT = 2000;

export const currentUser = queryFor(me, {});

const USER_NOT_LOADED = 'No se pudo cargar tu cuenta. Inicia sesión nuevamente.';

/**
 * At start, every answer without the user ends the session. Later, only a refusal ends it: the user may be working, and
 * an overload or an outage is temporary.
 */
export async function loadCurrentUser(): Promise<User> {
  const session = currentSession();
  try {
    return await call(me);
  } catch (error) {
    const isStart = !queryClient.getQueryData(currentUser.queryKey);
    if (isRefusal(error) || (isStart && isAnswered(error))) {
      endRefusedSession(session, isError(error, 'NOT_SIGNED_IN') ? undefined : USER_NOT_LOADED);
    }
    throw error;
  }
}

const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn, () => false);

export function useAuth() {
  const authenticated = useSignedIn();
  const query = useQuery({ ...currentUser, queryFn: loadCurrentUser, enabled: authenticated });
  return {
    authenticated,
    user: authenticated ? query.data : undefined,
    loading: authenticated && query.isPending,
    failed: query.isError && !query.data,
    retry: query.refetch,
  };
}

export function refreshUser(): void {
  void queryClient.invalidateQueries({ queryKey: currentUser.queryKey });
}

/** Also changes the cache directly, so that the user continues when the refetch fails. */
export function clearMustChangePassword(): void {
  queryClient.setQueryData(currentUser.queryKey, (user) => user && { ...user, mustChangePassword: undefined });
  refreshUser();
}

/** Its errors are shown where the password is asked for. */
export const useReauthenticate = () =>
  useMutation({ mutationFn: (body: Proof) => call(reauthenticate, { body }), gcTime: 0 });

/**
 * Ends the session in this browser, then on the server, and unsubscribes from notices, if both answer in time. Loads the
 * landing page.
 */
export async function signOut(): Promise<void> {
  const refreshToken = signOutOfAllTabs();
  clearAllUnsavedChanges();
  if (refreshToken) {
    // Otherwise whoever uses the computer next could see notices of this account.
    const done = Promise.allSettled([call(logout, { body: { refreshToken } }), unsubscribeBrowser()]);
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT))]);
  }
  location.assign('/');
}
