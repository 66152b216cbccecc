import { useEffect, useState } from 'react';
import { PasswordProof } from '#web/auth/password-proof.tsx';
import { onProofRequest } from '#web/platform/reauthentication.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Opens when the server wants a fresh proof of identity. The request is then repeated. */
export function ReauthenticationDialog() {
  const [pending, setPending] = useState<{ resolve: (isProved: boolean) => void }>();
  useEffect(() => onProofRequest(() => new Promise((resolve) => setPending({ resolve }))), []);
  if (!pending) return null;
  const end = (isProved: boolean) => {
    setPending(undefined);
    pending.resolve(isProved);
  };
  return (
    <Dialog
      title="Confirma que eres tú"
      description="Ha pasado un rato desde que iniciaste sesión. Escribe tu contraseña para continuar."
      onClose={() => end(false)}
    >
      <PasswordProof
        label="Confirmar"
        busyLabel="Confirmando..."
        onProved={() => end(true)}
        otherAction={
          <Button look="secondary" onClick={() => end(false)}>
            Cancelar
          </Button>
        }
      />
    </Dialog>
  );
}
