import { type Appointment, isOpen, patientOf } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { nameWithSocial } from '#contract/patient-identity';
import { useDeleteAppointment } from '#web/agenda/agenda.queries.ts';
import { useNotifyPatient } from '#web/agenda/notify-patient.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  appointment: Appointment;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteAppointmentDialog({ appointment, onDeleted, onClose }: Props) {
  const deletion = useDeleteAppointment();
  const { notifyPatient, box } = useNotifyPatient(isOpen(appointment) ? appointment : undefined);
  return (
    <ConfirmDialog
      title="¿Eliminar cita?"
      confirmLabel="Sí, eliminar cita"
      busyLabel="Eliminando..."
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ appointment, notifyPatient }, { onSuccess: onDeleted, onError: onClose })}
      onCancel={onClose}
    >
      <p>
        Se eliminará la cita de <strong className="text-ink">{nameWithSocial(patientOf(appointment))}</strong> del{' '}
        <strong className="text-ink">{formatDay(appointment.date)}</strong> a las{' '}
        <strong className="text-ink">{appointment.time}</strong>.
      </p>
      <p>Esta acción no se puede deshacer.</p>
      {box}
    </ConfirmDialog>
  );
}
