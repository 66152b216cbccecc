import { type Appointment, patientOf } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { nameWithSocial } from '#contract/patient-identity';
import type { Slot } from '#web/agenda/appointment-actions.ts';
import { useNotifyPatient } from '#web/agenda/notify-patient.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  appointment: Appointment;
  slot: Slot;
  onConfirm: (notifyPatient: boolean | undefined) => void;
  onClose: () => void;
}

/** Asks after a drag, before the patient is told by mail, which cannot be taken back. */
export function MoveAppointmentDialog({ appointment, slot, onConfirm, onClose }: Props) {
  const { notifyPatient, box } = useNotifyPatient(slot);
  return (
    <ConfirmDialog
      title="¿Cambiar hora?"
      confirmLabel="Cambiar hora"
      harmless
      onConfirm={() => onConfirm(notifyPatient)}
      onCancel={onClose}
    >
      <p>
        La cita de <strong className="text-ink">{nameWithSocial(patientOf(appointment))}</strong> cambiará del{' '}
        <Hour {...appointment} /> al <Hour {...slot} />.
      </p>
      {box}
    </ConfirmDialog>
  );
}

const Hour = ({ date, time }: Slot) => (
  <strong className="text-ink">
    {formatDay(date)} a las {time}
  </strong>
);
