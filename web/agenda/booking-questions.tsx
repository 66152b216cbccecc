import { type ReactNode, useState } from 'react';
import { formatDay } from '#contract/days';
import type { Slot } from '#web/agenda/appointment-actions.ts';
import type { Reason } from '#web/agenda/availability.ts';
import { useNotifyPatient } from '#web/agenda/notify-patient.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Scope = 'one' | 'following';

interface Props {
  /** What is being done: 'Agendar', 'Mover', 'Cancelar'. */
  verb: string;
  reasons: readonly Reason[];
  /** Whether it may concern the later appointments of the series. */
  isSeries: boolean;
  /** The visit of which the patient may be told. */
  visit?: Slot;
  onDecide: (scope: Scope, notifyPatient: boolean | undefined) => void;
  onCancel: () => void;
}

/** Asks what has to be asked, one question after the other. */
export function BookingQuestions({ verb, reasons, isSeries, visit, onDecide, onCancel }: Props) {
  const { notifyPatient, box } = useNotifyPatient(visit);
  const [isAccepted, setAccepted] = useState(reasons.length === 0);
  if (!isAccepted) {
    return (
      <ConfirmDialog
        key="hours"
        title={`¿${verb} igualmente?`}
        confirmLabel={`Sí, ${verb.toLowerCase()}`}
        harmless
        onConfirm={() => (isSeries ? setAccepted(true) : onDecide('one', notifyPatient))}
        onCancel={onCancel}
      >
        <Reasons reasons={reasons} />
        {!isSeries && box}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      key="series"
      title={`¿${verb} solo esta cita?`}
      cancelLabel="Volver"
      confirmLabel="Solo esta"
      harmless
      safeAction={
        <Button look="secondary" onClick={() => onDecide('following', notifyPatient)}>
          Esta y las siguientes
        </Button>
      }
      onConfirm={() => onDecide('one', notifyPatient)}
      onCancel={onCancel}
    >
      <p>La cita es parte de una serie que se repite.</p>
      {box}
    </ConfirmDialog>
  );
}

const SHOWN = 6;

function Reasons({ reasons }: { reasons: readonly Reason[] }): ReactNode {
  const [first] = reasons;
  if (reasons.length === 1 && first) {
    return (
      <p>
        Ese horario del {formatDay(first.date)} está marcado como <strong className="text-ink">{first.reason}</strong>.
      </p>
    );
  }
  return (
    <>
      <p>En {reasons.length} de las fechas el horario está marcado como no disponible:</p>
      <ul className="list-disc pl-5 tabular-nums">
        {reasons.slice(0, SHOWN).map(({ date, reason }) => (
          <li key={date}>
            {formatDay(date)}: {reason}
          </li>
        ))}
        {reasons.length > SHOWN && <li>y {reasons.length - SHOWN} más</li>}
      </ul>
    </>
  );
}
