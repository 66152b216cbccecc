import { MailX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Controller } from 'react-hook-form';
import type { BookingForm } from '#web/booking/booking-form.ts';
import { isError } from '#web/platform/api-error.ts';
import { SERVICES_ID, WORKING_HOURS_ID } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  form: BookingForm;
  sendsMail: boolean;
  /** Why the last attempt to save failed. */
  refusal: Error | null;
}

/** Switches the page on. It needs working hours and a service. */
export function EnablingField({ form, sendsMail, refusal }: Props) {
  return (
    <div>
      {!sendsMail && <NoMail />}
      <Controller
        control={form.control}
        name="enabled"
        render={({ field: { value, onChange } }) => (
          <Switch label="Recibir reservas en línea" checked={value} onChange={onChange} />
        )}
      />
      {isError(refusal, 'BOOKING_NEEDS_HOURS') && (
        <Missing text={refusal.message} part={WORKING_HOURS_ID} action="Ir a mi horario de atención" />
      )}
      {isError(refusal, 'BOOKING_NEEDS_SERVICE') && (
        <Missing text={refusal.message} part={SERVICES_ID} action="Ir a mis servicios" />
      )}
    </div>
  );
}

interface MissingProps {
  text: string;
  /** The id of the card on this page. */
  part: string;
  action: string;
}

/** Gets the focus: the button that saves stands far below. */
function Missing({ text, part, action }: MissingProps) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <p
      ref={message}
      role="alert"
      tabIndex={-1}
      className="mt-2 max-w-prose scroll-mt-12 rounded-control border border-orange/40 bg-orange-tint px-4 py-3"
    >
      {text}.{' '}
      <Link to={{ hash: part }} className={TEXT_LINK_CLASS}>
        {action}
      </Link>
    </p>
  );
}

const NoMail = () => (
  <p className="mb-3 flex max-w-prose items-start gap-2.5 rounded-control border border-orange/40 bg-orange-tint px-4 py-3">
    <MailX size={18} aria-hidden="true" className="mt-1 shrink-0 text-orange" />
    <span>
      En esta instalación no sale correo, así que nadie confirma su reserva por correo: todas llegan como solicitudes y
      esperan tu respuesta.
    </span>
  </p>
);
