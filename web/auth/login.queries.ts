import { useMutation } from '@tanstack/react-query';
import { answerChallenge, type Credentials, login, type SignedIn } from '#contract/auth';
import { logInWithPasskey, type UsedPasskey } from '#contract/passkeys';
import { currentUser } from '#web/auth/auth.queries.ts';
import { endPasskeyOffer, offerPasskeyTo } from '#web/passkeys/due-passkey-offer.ts';
import { loadWebauthn } from '#web/passkeys/load-webauthn.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { currentSession, deviceToken, endSession, storeTokens } from '#web/platform/session.ts';

/** Returns the challenge when the account has a second factor. */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  const session = currentSession();
  try {
    const reply = await call(login, { body: { ...credentials, deviceToken: deviceToken() } });
    if ('challenge' in reply) return reply.challenge;
    if (!reply.accessToken) throw new Error('Login failed - no access token received');
    offerPasskeyTo(reply.user);
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
    mutationFn: async (code: string) => {
      const reply = await call(answerChallenge, { body: { challenge, code, deviceToken: deviceToken() } });
      offerPasskeyTo(reply.user);
      return startSession(reply);
    },
    gcTime: 0,
    meta: { ...LOGIN_TEXTS, done: WELCOME },
  });

/** Takes the passkey that the user chose in a field, or asks for one. */
export const usePasskeyLogin = () =>
  useMutation({
    mutationFn: async (chosen: UsedPasskey | undefined) => {
      const used = chosen ?? (await (await loadWebauthn()).askForPasskey());
      const reply = await call(logInWithPasskey, { body: { ...used, deviceToken: deviceToken() } });
      endPasskeyOffer(reply.user._id);
      return startSession(reply);
    },
    gcTime: 0,
    meta: { ...LOGIN_TEXTS, done: WELCOME },
  });
