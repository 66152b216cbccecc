import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Patient } from '#contract/patients';
import { DeletePatientDialog } from '#web/patients/delete-patient-dialog.tsx';
import { PatientFormDialog } from '#web/patients/patient-form-dialog.tsx';
import { useUpdatePatient } from '#web/patients/patients.queries.ts';
import { Button } from '#web/ui/button.tsx';

export function EditPatientDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const update = useUpdatePatient(patient._id);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <PatientFormDialog
        title="Editar Paciente"
        patient={patient}
        submitLabel="Guardar Cambios"
        busyLabel="Guardando..."
        busy={update.isPending}
        onSubmit={(body, onError) => update.mutate(body, { onSuccess: onClose, onError })}
        onClose={onClose}
        aside={
          <Button
            look="ghost"
            onClick={() => setDeleting(true)}
            aria-label="Eliminar Paciente"
            className="mr-auto -ml-4 max-sm:-ml-3 max-sm:w-11 max-sm:px-0"
          >
            <Trash2 size={18} aria-hidden="true" />
            <span className="max-sm:hidden">Eliminar Paciente</span>
          </Button>
        }
      />
      {deleting && <DeletePatientDialog patient={patient} onCancel={() => setDeleting(false)} />}
    </>
  );
}
