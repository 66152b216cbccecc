import { useState } from 'react';
import { Link } from 'react-router';
import type { BookingRequest } from '#contract/booking-requests';
import { addressedName, hourInWords } from '#contract/reminder-message';
import { useAcceptRequest } from '#web/booking/booking-requests.queries.ts';
import { ContactLinks } from '#web/booking/contact-links.tsx';
import { RejectDialog } from '#web/booking/reject-dialog.tsx';
import { isError } from '#web/platform/api-error.ts';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  request: BookingRequest;
  /** It was accepted or rejected. */
  onAnswered: () => void;
  /** Gets the focus when the request disappears with the button that rejected it. */
  focusFallback?: () => Element | null;
}

export function RequestActions({ request, onAnswered, focusFallback }: Props) {
  const accept = useAcceptRequest();
  const [isRejecting, setRejecting] = useState(false);
  const { name, phone } = request;
  return (
    <>
      {isError(accept.error, 'PATIENT_LIMIT') && (
        <p role="alert" className="mt-4 rounded-control border border-orange/40 bg-orange-tint px-4 py-3 text-sm">
          {accept.error.message}{' '}
          <Link to={PLANS_ADDRESS} className={TEXT_LINK_CLASS}>
            Ver los planes
          </Link>
        </p>
      )}
      <div className="mt-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <BusyButton
          label="Aceptar"
          busyLabel="Aceptando..."
          aria-label={accept.isPending ? undefined : `Aceptar la solicitud de ${name}`}
          busy={accept.isPending}
          onPress={() => accept.mutate(request, { onSuccess: onAnswered })}
        />
        <Button look="secondary" aria-label={`Rechazar la solicitud de ${name}`} onClick={() => setRejecting(true)}>
          Rechazar
        </Button>
        <ContactLinks
          name={name}
          phone={phone}
          text={`Hola ${addressedName(request)}: te escribo por la hora que reservaste para el ${hourInWords(request)}.`}
        />
      </div>
      {isRejecting && (
        <RejectDialog
          request={request}
          focusFallback={focusFallback}
          onRejected={onAnswered}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}
