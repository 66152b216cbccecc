import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useRequestConfirmationMail } from '#web/auth/recovery.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Reminds of an address that was not confirmed. Dismissed, it returns with the next visit. */
export function UnconfirmedEmailNotice() {
  const { email } = useCurrentUser();
  const [isDismissed, setDismissed] = useState(false);
  const request = useRequestConfirmationMail();
  if (isDismissed) return null;
  return (
    <Notice
      label="Correo sin confirmar"
      tone="blue"
      icon={Mail}
      actions={
        <>
          <Button look="ghost" disabled={request.isPending} onClick={() => request.mutate()}>
            Enviar enlace
          </Button>
          <Button look="ghost" onClick={() => setDismissed(true)}>
            Ahora no
          </Button>
        </>
      }
    >
      Falta confirmar tu correo, {email}. Se hace con un enlace que recibes ahí.
    </Notice>
  );
}
