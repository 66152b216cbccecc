import { MessageCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { InvitedAssistant } from '#contract/assistants';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

interface Props {
  invited: InvitedAssistant;
  onClose: () => void;
}

/** The link of a new invitation. It is shown only here. */
export function CreatedInvitation({ invited: { name, email, url, expiresAt }, onClose }: Props) {
  const sendsMail = useSendsMail();
  const timeZone = useTimeZone();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="mb-3 text-lg outline-none">
        La invitación está lista
      </h3>
      <p className="wrap-anywhere mb-4">
        {sendsMail
          ? `También la enviamos a ${email}.`
          : `Envía este enlace a ${name}: esta instalación no manda correos.`}
      </p>
      <CopyText label="Este enlace se muestra una sola vez" text={url} copyLabel="Copiar enlace" short />
      <a
        href={whatsappAddress(name, url)}
        target="_blank"
        rel="noopener"
        className={`${buttonClass({ look: 'secondary' })} mt-3`}
      >
        <MessageCircle size={18} aria-hidden="true" />
        Enviar por WhatsApp
      </a>
      <ul className="mt-4 list-disc space-y-1 pl-5">
        {expiresAt && <li>Funciona hasta el {formatInstant(expiresAt, timeZone).day}, una sola vez.</li>}
        <li>Quien lo abra entra a tu secretaría: envíalo solo a esa persona.</li>
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Listo</Button>
      </DialogActions>
    </>
  );
}

/** Opens WhatsApp with the message written, and asks there for the contact. */
const whatsappAddress = (name: string, url: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`Hola, ${name}. Te invito a mi secretaría en Ficha Austral. Entra con este enlace: ${url}`)}`;
