import { useEffect, useState } from 'react';
import { ProofForm } from '#web/auth/proof-form.tsx';
import { onProofRequest, type ProofKind } from '#web/platform/reauthentication.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const DESCRIPTIONS = {
  password: 'Este paso pide confirmarlo, porque ha pasado un rato desde que iniciaste sesión.',
  code: 'Esta sesión se inició sin un código. Escribe el que muestra tu aplicación, o uno de recuperación.',
} as const satisfies Record<ProofKind, string>;

/** Opens when the server wants a fresh proof of identity. The request is then repeated. */
export function ReauthenticationDialog() {
  const [pending, setPending] = useState<{ kind: ProofKind; resolve: (isProved: boolean) => void }>();
  useEffect(() => onProofRequest((kind) => new Promise((resolve) => setPending({ kind, resolve }))), []);
  if (!pending) return null;
  const end = (isProved: boolean) => {
    setPending(undefined);
    pending.resolve(isProved);
  };
  return (
    <Dialog title="Confirma que eres tú" description={DESCRIPTIONS[pending.kind]} onClose={() => end(false)}>
      <ProofForm
        kind={pending.kind}
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
