import { endTime } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import { dayInWords } from '#contract/reminder-message';
import { RequestActions } from '#web/booking/request-actions.tsx';
import { RequestDetails, RequestState } from '#web/booking/request-details.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface Props {
  request: BookingRequest;
  /** It ended while the dialog was open. */
  isGone: boolean;
  onClose: () => void;
}

/** A booking of the agenda, with what can be done about it. */
export function RequestDialog({ request, isGone, onClose }: Props) {
  const { name, serviceName, date, time } = request;
  return (
    <Dialog
      title="Reserva en línea"
      description={`${dayInWords(date)}, ${time} - ${endTime(request)}, ${serviceName}`}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="wrap-anywhere font-bold text-lg">{name}</p>
        {!isGone && <RequestState {...request} />}
      </div>
      <RequestDetails request={request} isGone={isGone} />
      <RequestActions request={request} onAnswered={onClose} staysShown isGone={isGone} />
    </Dialog>
  );
}
