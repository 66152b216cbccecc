import { useEffect, useRef, useState } from 'react';
import { useConfirmTotp } from '#web/account/security.queries.ts';
import { refreshUser } from '#web/auth/auth.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  secret: string;
  uri: string;
  onClose: () => void;
}

export function SecondFactorSetup({ secret, uri, onClose }: Props) {
  const confirm = useConfirmTotp();
  const codes = confirm.data?.recoveryCodes;
  // Closed before that, the codes would be lost: the page would change to that of an account with a second factor.
  const finish = () => {
    if (codes) refreshUser();
    onClose();
  };
  return (
    <Dialog
      title={codes ? 'Guarda tus códigos de recuperación' : 'Activar la verificación en dos pasos'}
      description={
        codes
          ? 'La verificación en dos pasos quedó activada. Si pierdes tu teléfono, cada uno de estos códigos te deja entrar una vez. No se volverán a mostrar.'
          : 'Escanea el código con una aplicación como Google Authenticator, Microsoft Authenticator o Aegis, y escribe el número que muestra.'
      }
      onClose={finish}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : (
        <Confirmation secret={secret} uri={uri} confirm={confirm} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface ConfirmationProps {
  secret: string;
  uri: string;
  confirm: ReturnType<typeof useConfirmTotp>;
  onCancel: () => void;
}

function Confirmation({ secret, uri, confirm, onCancel }: ConfirmationProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // The dialog would focus its first button, which closes it.
  useEffect(() => input.current?.focus(), []);
  const refusal = confirm.error instanceof ApiError ? confirm.error.details[0]?.message : undefined;
  return (
    <Form
      busy={confirm.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (code) confirm.mutate(code);
      }}
    >
      <QrCode text={uri} label="Código QR para la aplicación de códigos" />
      <p className="mt-4 text-muted text-sm">¿No puedes escanearlo? Escribe esta clave en la aplicación:</p>
      <p className="mt-1 break-all font-mono text-sm">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Field label="Código de la aplicación" required error={refusal} className="mt-5 max-w-xs">
        <TextInput
          ref={input}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Field>
      <DialogActions>
        <Button look="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" disabled={!code}>
          {confirm.isPending ? 'Activando...' : 'Activar'}
        </Button>
      </DialogActions>
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <CopyText label="Códigos de recuperación" text={codes.join('\n')} copyLabel="Copiar códigos" />
      <DialogActions>
        <Button onClick={onDone}>Los guardé</Button>
      </DialogActions>
    </>
  );
}
