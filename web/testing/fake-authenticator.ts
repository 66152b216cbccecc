import { vi } from 'vitest';
import { beginPasskey, beginPasskeyLogin } from '#contract/passkeys';
import type { MockServer } from './mock-server.ts';

const BYTES = new Uint8Array([1, 2, 3]).buffer;
/** `BYTES` in base64url. */
export const ENCODED = 'AQID';

const CREDENTIAL = { id: 'llave', rawId: BYTES, type: 'public-key', authenticatorAttachment: 'platform' };
const GIVEN = {
  ...CREDENTIAL,
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: BYTES, authenticatorData: BYTES, signature: BYTES, userHandle: BYTES },
};
const CREATED = {
  ...CREDENTIAL,
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: BYTES, attestationObject: BYTES, getTransports: () => ['internal'] },
};

interface Abilities {
  autofill?: boolean;
  verifiesUser?: boolean;
}

/** The part of a browser that uses passkeys. `ask` and `create` answer the prompts. */
export function fakeAuthenticator({ autofill = false, verifiesUser = true }: Abilities = {}) {
  const abilities = {
    isConditionalMediationAvailable: () => Promise.resolve(autofill),
    isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(verifiesUser),
  };
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), abilities));
  const ask = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(() => Promise.resolve(GIVEN));
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(() => Promise.resolve(CREATED));
  // It stays after the test, where nothing uses it without `PublicKeyCredential`.
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask, create } });
  return { ask, create, given: GIVEN };
}

/** What a browser throws when the user closes its prompt. */
export const cancelled = (): DOMException => new DOMException('The operation was not allowed.', 'NotAllowedError');

/** A prompt that stays open until it is withdrawn. */
export const pendingPrompt = ({ signal }: CredentialRequestOptions): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** The server gives challenges. */
export function giveChallenges(server: MockServer): void {
  let given = 0;
  server.reply(beginPasskeyLogin, () => {
    given += 1;
    return { challenge: `desafio-${given}`, publicKey: { challenge: ENCODED, rpId: 'localhost' } };
  });
  server.reply(beginPasskey, {
    challenge: ENCODED,
    rp: { id: 'localhost', name: 'Ficha Austral' },
    user: { id: ENCODED, name: 'ana@ejemplo.cl', displayName: 'Ana Pérez Soto' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  });
}
