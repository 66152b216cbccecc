import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BookingRequest } from '#contract/booking-requests';
import { addressedName, hourInWords } from '#contract/reminder-message';
import { endText, isEnd, useAcceptRequest, useRejectRequest } from '#web/booking/booking-requests.queries.ts';
import { ContactLinks } from '#web/booking/contact-links.tsx';
import { RejectDialog } from '#web/booking/reject-dialog.tsx';
import { isError } from '#web/platform/api-error.ts';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  request: BookingRequest;
  /** It was accepted or rejected. */
  onAnswered: () => void;
  /** Gets the focus when the request disappears with the button that rejected it. */
  focusFallback?: () => Element | null;
  /** The request stays on the screen when it has ended. */
  staysShown?: boolean;
  /** It is not among the live ones any more. */
  isGone?: boolean;
}

export function RequestActions({ request, onAnswered, focusFallback, staysShown = false, isGone = false }: Props) {
  const accept = useAcceptRequest(staysShown);
  const reject = useRejectRequest(staysShown);
  const [isRejecting, setRejecting] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const isAssistant = useIsAssistant();
  const refusal = [accept.error, reject.error].find(isEnd);
  if (refusal && staysShown) return <Ended ref={end} text={endText(refusal)} />;
  if (isGone && accept.isIdle && reject.isIdle) {
    return <Ended ref={end} text="Esta reserva ya no está pendiente: se respondió, se canceló o venció" />;
  }
  const { name, phone } = request;
  return (
    <>
      {isError(accept.error, 'PATIENT_LIMIT') && (
        <p role="alert" className="mt-4 rounded-control border border-orange/40 bg-orange-tint px-4 py-3 text-sm">
          {accept.error.message}{' '}
          {!isAssistant && (
            <Link to={PLANS_ADDRESS} className={TEXT_LINK_CLASS}>
              Ver los planes
            </Link>
          )}
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
          busy={reject.isPending}
          focusFallback={() => end.current ?? focusFallback?.() ?? null}
          onReject={(message) => reject.mutate({ request, message }, { onSuccess: onAnswered })}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

/** What became of the request. It gets the focus, because the button that was pressed disappears. */
function Ended({ ref, text }: { ref: RefObject<HTMLParagraphElement | null>; text: string }) {
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="status"
      className="mt-4 rounded-control border border-orange/40 bg-orange-tint px-4 py-3 font-semibold"
    >
      {text}.
    </p>
  );
}
