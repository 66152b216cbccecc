import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { addPasskey, beginPasskey, beginPasskeyLogin, type Passkey, type UsedPasskey } from '#contract/passkeys';
import { call } from '#web/platform/api.ts';

interface Prompt {
  /** Offers the passkeys in the field with `autocomplete="… webauthn"` instead of a dialog of the browser. */
  isAutofill?: boolean;
  /** Withdraws the prompt. */
  signal?: AbortSignal | undefined;
}

/** Asks the user for a passkey of this site. An AbortError means that the user or the page cancelled. */
export async function askForPasskey({ isAutofill = false, signal }: Prompt = {}): Promise<UsedPasskey> {
  const { challenge, publicKey } = await call(beginPasskeyLogin, {}, signal);
  signal?.throwIfAborted();
  const optionsJSON = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { clientExtensionResults, ...response } = await prompt(
    startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
    signal,
  );
  return { challenge, response: { ...response, clientExtensionResults: { ...clientExtensionResults } } };
}

/** Creates a passkey on a device that the user chooses, and adds it to the account. */
export async function createPasskey(name: string, signal?: AbortSignal): Promise<Passkey> {
  const options = await call(beginPasskey, {}, signal);
  signal?.throwIfAborted();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { clientExtensionResults, ...response } = await prompt(startRegistration({ optionsJSON }), signal);
  return call(addPasskey, {
    body: { name, response: { ...response, clientExtensionResults: { ...clientExtensionResults } } },
  });
}

let lastPrompt: Promise<unknown> | undefined;

async function prompt<T>(started: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  lastPrompt = started;
  // The library shows one prompt at a time, so a later prompt has ended this one already.
  const withdraw = () => {
    if (lastPrompt === started) WebAuthnAbortService.cancelCeremony();
  };
  signal?.addEventListener('abort', withdraw);
  try {
    return await started;
  } catch (error) {
    throw readableError(error);
  } finally {
    signal?.removeEventListener('abort', withdraw);
  }
}

const UNUSABLE = 'Este dispositivo no permite usar su huella, rostro o PIN como llave de acceso';
const TEXTS: Record<string, string> = {
  InvalidStateError: 'Este dispositivo ya tiene una llave de acceso de tu cuenta',
  SecurityError: 'Las llaves de acceso no funcionan en esta dirección. Abre Ficha Austral en su dirección habitual.',
  ConstraintError: UNUSABLE,
  NotSupportedError: UNUSABLE,
};

/** Browsers report a prompt that was cancelled, or that nobody answered, as NotAllowedError. */
function readableError(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return new DOMException('', 'AbortError');
  return new Error(TEXTS[name] ?? 'El navegador no pudo usar la llave de acceso. Intenta nuevamente.');
}
