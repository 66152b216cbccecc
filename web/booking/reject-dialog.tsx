import type { BookingRequest } from '#contract/booking-requests';
import { formatDay } from '#contract/days';
import { useRejectionMessage } from '#web/booking/booking-requests.queries.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { priceText } from '#web/services/price.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const MAX_MESSAGE_LENGTH = 500;

interface Props {
  request: BookingRequest;
  busy: boolean;
  focusFallback: () => Element | null;
  onReject: (message: string) => void;
  onClose: () => void;
}

/** Asks before an hour is denied, with a message for the person. Without mail there is nobody to carry it. */
export function RejectDialog({ request, busy, focusFallback, onReject, onClose }: Props) {
  const { message, write } = useRejectionMessage(request);
  const sendsMail = useSendsMail();
  const { name, date, time, status, deposit, holdsHour } = request;
  return (
    <ConfirmDialog
      title="¿Rechazar solicitud?"
      confirmLabel="Sí, rechazar"
      busyLabel="Rechazando..."
      cancelLabel="Volver"
      busy={busy}
      focusFallback={focusFallback}
      onConfirm={() => onReject(message)}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        <strong className="text-ink">{name}</strong> no tendrá la hora del{' '}
        <strong className="text-ink">{formatDay(date)}</strong> a las <strong className="text-ink">{time}</strong>
        {holdsHour === false ? '.' : ', que quedará libre.'}{' '}
        {sendsMail ? 'Recibirá un correo.' : 'El correo no está configurado en esta instalación: avísale por teléfono.'}
      </p>
      {deposit?.isPaid && (
        <p>
          Le devolveremos por Mercado Pago el abono de <strong className="text-ink">{priceText(deposit.amount)}</strong>
          .
        </p>
      )}
      {status === 'unpaid' && <p>Si paga el abono igual, se le devuelve.</p>}
      {sendsMail && (
        <Field
          label="Mensaje (opcional)"
          hint="No escribas nada clínico: otra persona podría leerlo."
          className="pt-2 text-ink"
        >
          <TextArea
            value={message}
            onChange={({ target }) => write(target.value)}
            maxLength={MAX_MESSAGE_LENGTH}
            rows={3}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
