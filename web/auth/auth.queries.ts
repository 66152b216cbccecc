import { useMutation, useQuery } from '@tanstack/react-query';
import {
  answerChallenge,
  type Credentials,
  login,
  logout,
  me,
  REGISTERED_MESSAGE,
  type Registration,
  register,
  type SignedIn,
  type User,
} from '#contract/auth';
import { type Proof, reauthenticate } from '#contract/sessions';
import { clearAllUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { ApiError, isAnswered, isError, isRefusal } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { endRefusedSession } from '#web/platform/refused-session.ts';
import {
  currentSession,
  deviceToken,
  endSession,
  signOutOfAllTabs,
  storeTokens,
  useSignedIn,
} from '#web/platform/session.ts';

/** How long signing out waits for the server. */
const LOGOUT_TIMEOUT = 2000;

const currentUser = queryFor(me, {});

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

/** Returns the challenge when the account has a second factor. */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  const session = currentSession();
  try {
    const reply = await call(login, { body: { ...credentials, deviceToken: deviceToken() } });
    if ('challenge' in reply) return reply.challenge;
    if (!reply.accessToken) throw new Error('Login failed - no access token received');
    return startSession(reply);
  } catch (error) {
    endSession(session);
    throw error;
  }
}

function startSession({ user, ...tokens }: SignedIn): undefined {
  storeTokens(tokens);
  queryClient.setQueryData(currentUser.queryKey, user);
}

export function loginFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message || 'Credenciales inválidas';
  return error.reply.message || error.reply.error || error.message || 'Error al iniciar sesión';
}

const LOGIN_TEXTS = {
  doneTitle: 'Inicio de sesión exitoso',
  failedTitle: 'Error de inicio de sesión',
  failed: loginFailure,
};
const WELCOME = 'Te damos la bienvenida a Ficha Austral.';

/** `GuestOnly` redirects when the session starts. */
export const useLogin = () =>
  useMutation({
    mutationFn: signIn,
    // The variables of the mutation contain the password.
    gcTime: 0,
    meta: { ...LOGIN_TEXTS, done: (challenge) => (challenge ? undefined : WELCOME) },
  });

export const useAnswerChallenge = (challenge: string) =>
  useMutation({
    mutationFn: async (code: string) =>
      startSession(await call(answerChallenge, { body: { challenge, code, deviceToken: deviceToken() } })),
    gcTime: 0,
    meta: { ...LOGIN_TEXTS, done: WELCOME },
  });

/** Its errors are shown where the password is asked for. */
export const useReauthenticate = () =>
  useMutation({ mutationFn: (body: Proof) => call(reauthenticate, { body }), gcTime: 0 });

export const useRegister = () =>
  useMutation({
    mutationFn: (body: Registration) => call(register, { body }),
    gcTime: 0,
    meta: {
      doneTitle: 'Registro exitoso',
      done: REGISTERED_MESSAGE,
      failedTitle: 'Error de registro',
      failed: (error) => error.message || 'Error al crear la cuenta',
    },
  });

/** Ends the session in this browser, then on the server if it answers in time, and loads the landing page. */
export async function signOut(): Promise<void> {
  const refreshToken = signOutOfAllTabs();
  clearAllUnsavedChanges();
  if (refreshToken) {
    const answered = call(logout, { body: { refreshToken } }).catch(() => undefined);
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT))]);
  }
  location.assign('/');
}
