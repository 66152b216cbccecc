import { CreditCard, KeyRound, LifeBuoy, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAYMENTS_MAILBOX, SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import { LegalEntity } from '#web/site/legal-entity.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { PUBLIC_WIDTH_CLASS } from '#web/site/public-layout.tsx';
import { SupportQuestions } from '#web/site/support-questions.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { IconTile } from '#web/ui/icon-tile.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export function SupportPage() {
  return (
    <PublicFrame className={`${PUBLIC_WIDTH_CLASS} pt-10 pb-20 lg:pt-14 lg:pb-28`}>
      <h1 className="text-title lg:text-display">Soporte</h1>
      <p className="mt-4 max-w-[64ch] text-lg text-muted leading-relaxed">
        Escríbenos y te responderemos dentro de 24 a 48 horas. Los planes Profesional y Anual tienen prioridad.
      </p>
      <ul className="mt-8 grid gap-5 lg:grid-cols-3">
        <Channel icon={LifeBuoy} title="Ayuda con la aplicación">
          <p>
            Dudas de uso, errores o sugerencias. Si recién empiezas, mira la guía de{' '}
            <Link to={PATHS.guide} className={TEXT_LINK_CLASS}>
              primeros pasos
            </Link>
            .
          </p>
          <MailboxLink to={SUPPORT_MAILBOX} subject="Soporte" />
        </Channel>
        <Channel icon={CreditCard} title="Pagos y cancelación">
          <p>Cobros, comprobantes y término de tu suscripción. Conservas el acceso hasta el fin del período pagado.</p>
          <MailboxLink to={PAYMENTS_MAILBOX} subject="Pagos" />
        </Channel>
        <Channel icon={KeyRound} title="No puedo entrar">
          <p>La recuperación de la contraseña se hace por correo y verificando tu identidad.</p>
          <Link to={PATHS.recovery} className={TEXT_LINK_CLASS}>
            Ver los cinco pasos
          </Link>
        </Channel>
      </ul>
      <Provider />
      <WhatToInclude />
      <SupportQuestions />
    </PublicFrame>
  );
}

function Channel({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className={`${CARD_CLASS} p-6`}>
      <IconTile icon={icon} />
      <h2 className="mt-4 text-lg">{title}</h2>
      <div className="mt-2 space-y-3 text-muted">{children}</div>
    </li>
  );
}

function Provider() {
  return (
    <section aria-labelledby="quien-presta" className="mt-14 max-w-[70ch]">
      <h2 id="quien-presta" className="text-2xl">
        Quién presta el servicio
      </h2>
      <LegalEntity />
    </section>
  );
}

function WhatToInclude() {
  return (
    <section aria-labelledby="que-incluir" className="mt-14 grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_1.2fr]">
      <div>
        <h2 id="que-incluir" className="text-2xl">
          Qué incluir en tu mensaje
        </h2>
        <p className="mt-3 rounded-control bg-orange-tint px-4 py-3 text-orange">
          No envíes datos de pacientes ni tu contraseña por correo. Si hay una imagen de pantalla, tapa nombres, RUT y
          contenido clínico.
        </p>
      </div>
      <ul className="list-disc space-y-2 pl-5 leading-relaxed marker:text-austral-600">
        <li>El correo de tu cuenta. Si puedes, escribe desde él.</li>
        <li>Qué intentabas hacer y en qué pantalla.</li>
        <li>Qué ocurrió, con el texto exacto del mensaje de error.</li>
        <li>La fecha y la hora, y el navegador y dispositivo que usabas.</li>
        <li>
          Si es por un pago: la fecha, el monto y el número de operación de Mercado Pago. Nunca los datos de tu tarjeta.
        </li>
      </ul>
    </section>
  );
}
