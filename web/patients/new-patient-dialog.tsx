import { PatientFormDialog } from '#web/patients/patient-form-dialog.tsx';
import { useCreatePatient } from '#web/patients/patients.queries.ts';

export function NewPatientDialog({ onClose }: { onClose: () => void }) {
  const create = useCreatePatient();
  return (
    <PatientFormDialog
      title="Nuevo Paciente"
      submitLabel="Crear Paciente"
      busyLabel="Creando..."
      busy={create.isPending}
      onSubmit={(body, onError) => create.mutate(body, { onSuccess: onClose, onError })}
      onClose={onClose}
    />
  );
}
