import { useEffect, useEffectEvent } from 'react';
import type { UsedPasskey } from '#contract/passkeys';
import { loadWebauthn } from '#web/passkeys/load-webauthn.ts';
import { supportsPasskeys } from '#web/passkeys/passkey-support.ts';

/** Shorter than the five minutes for which a challenge is valid. */
const RENEWAL_MS = 4 * 60_000;
const CHECK_INTERVAL_MS = 30_000;

/** While active, the browser offers the passkeys of this device in the field with `autocomplete="… webauthn"`. */
export function usePasskeyAutofill(isActive: boolean, onChosen: (chosen: UsedPasskey) => void): void {
  const choose = useEffectEvent(onChosen);
  useEffect(() => (isActive ? keepOffering((chosen) => choose(chosen)) : undefined), [isActive]);
}

/** Renews the offer before its challenge expires. A hidden page asks for no challenges. */
function keepOffering(onChosen: (chosen: UsedPasskey) => void): () => void {
  let prompt = new AbortController();
  let begunAt = Number.NEGATIVE_INFINITY;
  const renew = () => {
    if (document.hidden || Date.now() - begunAt < RENEWAL_MS) return;
    begunAt = Date.now();
    prompt.abort();
    prompt = new AbortController();
    void offer(prompt.signal, onChosen);
  };
  renew();
  const timer = setInterval(renew, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', renew);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', renew);
    prompt.abort();
  };
}

async function offer(signal: AbortSignal, onChosen: (chosen: UsedPasskey) => void): Promise<void> {
  try {
    if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { askForPasskey } = await loadWebauthn();
    signal.throwIfAborted();
    const chosen = await askForPasskey({ isAutofill: true, signal });
    if (!signal.aborted) onChosen(chosen);
  } catch {
    // The password and the button remain.
  }
}
