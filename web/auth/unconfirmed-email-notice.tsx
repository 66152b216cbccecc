import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useRequestConfirmationMail } from '#web/auth/recovery.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Button } from '#web/ui/button.tsx';

/** Reminds of an address that was not confirmed. Dismissed, it returns with the next visit. */
export function UnconfirmedEmailNotice() {
  const { email, emailUnconfirmed } = useCurrentUser();
  const [isDismissed, setDismissed] = useState(false);
  const request = useRequestConfirmationMail();
  if (!emailUnconfirmed || isDismissed) return null;
  return (
    <section
      aria-label="Correo sin confirmar"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-blue/40 bg-blue-tint px-4 py-2 sm:mb-6"
    >
      <p className="flex min-w-0 flex-1 basis-80 items-center gap-2.5">
        <Mail size={18} aria-hidden="true" className="shrink-0 text-blue" />
        <span className="wrap-anywhere">
          Falta confirmar tu correo, {email}. Se hace con un enlace que recibes ahí.
        </span>
      </p>
      <div className="flex flex-wrap gap-1">
        <Button look="ghost" disabled={request.isPending} onClick={() => request.mutate()}>
          Enviar enlace
        </Button>
        <Button look="ghost" onClick={() => setDismissed(true)}>
          Ahora no
        </Button>
      </div>
    </section>
  );
}
