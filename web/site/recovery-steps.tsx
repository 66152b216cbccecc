import type { ReactNode } from 'react';
import { SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { RNPI_SITE } from '#web/platform/paths.ts';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export const RECOVERY_SUBJECT = 'Recuperación de contraseña - [tu correo] - [tu RUT]';

export const RECOVERY_MESSAGE = `Hola:

Solicito recuperar la contraseña de mi cuenta de Ficha Austral.

Nombre completo:
RUT:
Email registrado:
Motivo de la solicitud:

Adjunto:
- PDF de mi inscripción en el RNPI
- Foto de mi licencia de conducir o del anverso de mi cédula de identidad
`;

interface RecoveryStep {
  title: string;
  body: ReactNode;
}

const STEPS: RecoveryStep[] = [
  {
    title: 'Escribe a soporte desde tu correo registrado',
    body: (
      <>
        <p>
          Escribe a <MailboxLink to={SUPPORT_MAILBOX} subject={RECOVERY_SUBJECT} /> desde la dirección de correo con que
          creaste tu cuenta. Usa este asunto, con tu correo y tu RUT:
        </p>
        <p className="mt-3 rounded-control border border-line bg-paper px-4 py-2.5 font-semibold text-ink">
          {RECOVERY_SUBJECT}
        </p>
      </>
    ),
  },
  {
    title: 'Explica tu solicitud en el mensaje',
    body: (
      <p>
        Cuenta brevemente qué pasó y que pides recuperar tu contraseña. Incluye tu nombre completo. No escribas tu
        contraseña ni datos de pacientes.
      </p>
    ),
  },
  {
    title: 'Adjunta el PDF de tu inscripción en el RNPI',
    body: (
      <p>
        Lo obtienes en el Registro Nacional de Prestadores Individuales de Salud, de la Superintendencia de Salud:{' '}
        <a href={RNPI_SITE} className={TEXT_LINK_CLASS}>
          rnpi.superdesalud.gob.cl
        </a>
        .
      </p>
    ),
  },
  {
    title: 'Adjunta una foto de tu identificación',
    body: (
      <p>
        Sirve tu licencia de conducir o el anverso de tu cédula de identidad. Puedes tapar el número de documento, pero
        tu nombre y tu RUN deben verse.
      </p>
    ),
  },
  {
    title: 'Espera la verificación',
    body: (
      <p>
        Cuando comprobemos tu identidad, recibirás por correo nuevas credenciales temporales. Inicia sesión con ellas y
        cambia tu contraseña.
      </p>
    ),
  },
];

export function RecoverySteps() {
  return (
    <ol className="mt-8 rounded-card border border-line bg-surface px-5 shadow-lift sm:px-7">
      {STEPS.map(({ title, body }, index) => (
        <li key={title} className="flex gap-4 border-line py-6 not-first:border-t sm:gap-5">
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-full bg-austral-600 font-bold text-on-austral tabular-nums"
          >
            {index + 1}
          </span>
          <div className="min-w-0 flex-1 pt-1 leading-relaxed">
            <h2 className="text-lg leading-snug">{title}</h2>
            <div className="mt-2 text-muted">{body}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
