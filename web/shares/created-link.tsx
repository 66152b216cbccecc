import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Patient } from '#contract/patients';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useTimeZone } from '#web/platform/today.ts';
import type { Created } from '#web/shares/send-form.tsx';
import type { Channel } from '#web/shares/share-channels.ts';
import { whatsappAddress } from '#web/shares/whatsapp-message.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

interface Props extends Created {
  patient: Patient;
  onClose: () => void;
}

const HEADINGS: Record<Channel, string> = {
  email: 'El correo sale en un momento',
  whatsapp: 'El mensaje está escrito en WhatsApp',
  copy: 'El enlace está listo',
};

/** The new link. It is shown only here. */
export function CreatedLink({ patient, share: { url, expiresAt }, channel, newEmail, onClose }: Props) {
  const { name: professional } = useCurrentUser();
  const { day } = formatInstant(expiresAt, useTimeZone());
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="mb-3 text-lg outline-none">
        {HEADINGS[channel]}
      </h3>
      {channel === 'email' && (
        <p className="wrap-anywhere mb-3">
          Va a {newEmail ?? patient.email}.{newEmail && ' El correo quedó guardado en su ficha.'}
        </p>
      )}
      {channel === 'whatsapp' && (
        <p className="mb-4">
          Revísalo y envíalo. Si WhatsApp no se abrió:{' '}
          <a
            href={whatsappAddress({ professional, url, phone: patient.phone })}
            target="_blank"
            rel="noopener"
            className={`${buttonClass({ look: 'secondary' })} mt-2 flex w-fit`}
          >
            <ExternalLink size={18} aria-hidden="true" />
            Abrir WhatsApp
          </a>
        </p>
      )}
      <CopyText label="Este enlace se muestra una sola vez" text={url} copyLabel="Copiar enlace" short />
      <ul className="mt-4 list-disc space-y-1 pl-5">
        <li>Funciona hasta el {day}.</li>
        <li>Para abrirlo, el paciente escribe su fecha de nacimiento.</li>
        <li>En «Enviado al paciente», en su perfil, ves si lo abrió y puedes revocarlo.</li>
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Listo</Button>
      </DialogActions>
    </>
  );
}
