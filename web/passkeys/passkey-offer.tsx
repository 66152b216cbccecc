import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { deviceName, isPhone } from '#web/passkeys/device-name.ts';
import { endPasskeyOffer, withdrawPasskeyOffer } from '#web/passkeys/due-passkey-offer.ts';
import { supportsPasskeys } from '#web/passkeys/passkey-support.ts';
import { isUsable, useAddPasskey, usePasskeys } from '#web/passkeys/passkeys.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { setPasskeyOffered } from '#web/platform/device-choices.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusPageHeading, useFocusHeadingAfter } from '#web/ui/focus-heading.ts';
import { Notice } from '#web/ui/notice.tsx';

/** After a login by password, once: offers a passkey on a device that can verify its user. */
export function PasskeyOffer() {
  const { _id } = useCurrentUser();
  const [isEnded, setEnded] = useState(false);
  const { data: passkeys } = usePasskeys(useVerifiesUser());
  const hasPasskey = passkeys?.some(isUsable);
  const isShown = !isEnded && hasPasskey === false;
  useEffect(() => {
    if (isShown) setPasskeyOffered(_id);
  }, [isShown, _id]);
  // Whoever then removes the passkey wants no other.
  useEffect(() => {
    if (!hasPasskey) return;
    withdrawPasskeyOffer();
    setEnded(true);
  }, [hasPasskey]);
  if (!isShown) return null;
  const end = () => {
    endPasskeyOffer(_id);
    setEnded(true);
    focusPageHeading();
  };
  return <OfferNotice onEnd={end} />;
}

function OfferNotice({ onEnd }: { onEnd: () => void }) {
  const add = useAddPasskey(({ message }) => message);
  const button = useRef<HTMLButtonElement>(null);
  // The notice goes as soon as the list has the passkey, also when the answer of the server was lost.
  useFocusHeadingAfter(button);
  return (
    <Notice
      label="Llave de acceso"
      tone="blue"
      icon={Fingerprint}
      actions={
        <>
          <BusyButton
            ref={button}
            look="ghost"
            label="Agregar llave de acceso"
            busy={add.isPending}
            busyLabel="Agregando..."
            onPress={() => add.mutate({ name: deviceName(navigator) }, { onSuccess: onEnd })}
          />
          <Button look="ghost" onClick={onEnd}>
            Ahora no
          </Button>
        </>
      }
    >
      <strong>La próxima vez, entra con tu huella</strong>, tu rostro o el PIN de este dispositivo. Tu contraseña sigue
      sirviendo.
      {!isPhone(navigator) && ' Mejor no en un computador donde otras personas usan la misma cuenta de Windows o Mac.'}
    </Notice>
  );
}

/** Whether the device itself can ask for a fingerprint, a face or its PIN. */
function useVerifiesUser(): boolean {
  const [verifies, setVerifies] = useState(false);
  useEffect(() => {
    if (!supportsPasskeys()) return;
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setVerifies, () => undefined);
  }, []);
  return verifies;
}
