import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { type BookingRequest, rejectConnection } from '#contract/booking-requests';
import { failureTexts, reloadBookings } from '#web/booking/booking-requests.queries.ts';
import { call } from '#web/platform/api.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** A family may book two hours at once. */
const SUSPICIOUS = 3;

interface Props {
  requests: readonly BookingRequest[];
  /** Gets the focus when the requests have left the list. */
  summary: RefObject<HTMLElement | null>;
}

/** Offers to reject together what came from one connection. */
export function ConnectionNotices({ requests, summary }: Props) {
  const groups = Map.groupBy(requests, ({ connection }) => connection);
  const notices = [...groups].filter(([connection, { length }]) => connection !== undefined && length >= SUSPICIOUS);
  return notices.map(([connection, group]) => <ConnectionNotice key={connection} group={group} summary={summary} />);
}

function ConnectionNotice({ group, summary }: { group: BookingRequest[]; summary: RefObject<HTMLElement | null> }) {
  const [isAsking, setAsking] = useState(false);
  const reject = useRejectConnection();
  const sendsMail = useSendsMail();
  const [first] = group;
  if (!first) return null;
  const isPaid = group.some(({ deposit }) => deposit?.isPaid);
  return (
    <div className={`${CARD_CLASS} mb-4 flex flex-wrap items-center justify-between gap-3 p-4`}>
      <p className="min-w-0 flex-1 basis-64 text-sm">
        <strong>{group.length} solicitudes llegaron desde una misma conexión a internet.</strong> Puede ser una familia,
        un lugar de trabajo o alguien que ocupa tus horas con datos inventados.
      </p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Rechazar todas las de esta conexión
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="¿Rechazar todas las de esta conexión?"
          confirmLabel="Sí, rechazar todas"
          busyLabel="Rechazando..."
          cancelLabel="Volver"
          busy={reject.isPending}
          focusFallback={() => summary.current}
          onConfirm={() => reject.mutate(first, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p className="wrap-anywhere">
            Se rechazan las solicitudes de{' '}
            <strong className="text-ink">{NAMES.format(group.map(({ name }) => name))}</strong>, y las que hayan llegado
            mientras tanto desde la misma conexión. Sus horas quedarán libres.
          </p>
          {isPaid && <p>Las que tienen el abono pagado se mantienen.</p>}
          {sendsMail && <p>Solo reciben un correo quienes confirmaron su dirección.</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Rejects a request and all that came from its connection. */
function useRejectConnection() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: BookingRequest) => call(rejectConnection, { params: { id: _id } }),
    meta: {
      done: 'Solicitudes rechazadas. Sus horas quedaron libres.',
      ...failureTexts('No se pudieron rechazar las solicitudes', false),
    },
    onSettled: () => reloadBookings(cache),
  });
}

const NAMES = new Intl.ListFormat('es-CL');
