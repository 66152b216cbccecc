import { type Appointment, patientOf } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { nameWithSocial } from '#contract/patient-identity';
import { useNotifyPatient } from '#web/agenda/notify-patient.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  appointment: Appointment;
  onConfirm: (notifyPatient: boolean | undefined) => void;
  onClose: () => void;
}

/** Asks before the patient is told by mail, which cannot be taken back. */
export function CancelAppointmentDialog({ appointment, onConfirm, onClose }: Props) {
  const { notifyPatient, box } = useNotifyPatient(appointment);
  return (
    <ConfirmDialog
      title="¿Cancelar cita?"
      confirmLabel="Sí, cancelar cita"
      cancelLabel="Volver"
      onConfirm={() => onConfirm(notifyPatient)}
      onCancel={onClose}
    >
      <p>
        Se cancelará la cita de <strong className="text-ink">{nameWithSocial(patientOf(appointment))}</strong> del{' '}
        <strong className="text-ink">{formatDay(appointment.date)}</strong> a las{' '}
        <strong className="text-ink">{appointment.time}</strong>. Su hora quedará libre.
      </p>
      {box}
    </ConfirmDialog>
  );
}
