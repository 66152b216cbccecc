import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reauthenticate } from '#contract/sessions';
import { loadWebauthn } from '#web/passkeys/load-webauthn.ts';
import { PasskeyButton } from '#web/passkeys/passkey-button.tsx';
import { supportsPasskeys } from '#web/passkeys/passkey-support.ts';
import { isUsable, usePasskeys } from '#web/passkeys/passkeys.queries.ts';
import { call } from '#web/platform/api.ts';

async function prove(signal: AbortSignal): Promise<void> {
  const { askForPasskey } = await loadWebauthn();
  const passkey = await askForPasskey({ signal });
  await call(reauthenticate, { body: { passkey } }, signal);
}

/** Proves by a passkey who uses the session. Shown where the account has one and the browser can use it. */
export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const isSupported = supportsPasskeys();
  const { data: passkeys } = usePasskeys(isSupported);
  const { mutate, isPending, error } = useMutation({ mutationFn: prove, gcTime: 0, onSuccess: onProved });
  const prompt = useRef<AbortController>(undefined);
  useEffect(() => () => prompt.current?.abort(), []);
  // Where the browser has no passkeys, another part of the page may have loaded the list.
  if (!isSupported || !passkeys?.some(isUsable)) return null;
  const press = () => {
    prompt.current = new AbortController();
    mutate(prompt.current.signal);
  };
  return (
    <div className="mt-5">
      <p className="mb-4 flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        o
      </p>
      <PasskeyButton label="Usar llave de acceso" busy={isPending} onPress={press} />
      <div aria-live="polite">
        {error && error.name !== 'AbortError' && <p className="mt-1.5 font-medium text-red text-sm">{error.message}</p>}
      </div>
    </div>
  );
}
