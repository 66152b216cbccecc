import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Patient } from '#contract/patients';
import { DeletePatientDialog } from '#web/patients/delete-patient-dialog.tsx';
import { PatientFormDialog } from '#web/patients/patient-form-dialog.tsx';
import { useUpdatePatient } from '#web/patients/patients.queries.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';

interface Props {
  patient: Patient;
  onClose: () => void;
}

export function EditPatientDialog(props: Props) {
  return props.patient.undecryptable ? <UndecryptablePatientDialog {...props} /> : <PatientEditor {...props} />;
}

function PatientEditor({ patient, onClose }: Props) {
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
        aside={<DeleteButton onClick={() => setDeleting(true)} />}
      />
      {deleting && <DeletePatientDialog patient={patient} onCancel={() => setDeleting(false)} />}
    </>
  );
}

/** A form would save what stands in place of the encrypted data. */
function UndecryptablePatientDialog({ patient, onClose }: Props) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Dialog
      title="Editar Paciente"
      description="No se pudieron descifrar los datos de este paciente. Siguen guardados, pero no se pueden ver ni modificar. Avisa a soporte."
      onClose={onClose}
    >
      <DialogActions>
        <DeleteButton onClick={() => setDeleting(true)} />
        <Button onClick={onClose}>Cerrar</Button>
      </DialogActions>
      {deleting && <DeletePatientDialog patient={patient} onCancel={() => setDeleting(false)} />}
    </Dialog>
  );
}

function DeleteButton({ onClick }: { onClick: () => void }) {
  if (useIsAssistant()) return null;
  return (
    <Button
      look="ghost"
      onClick={onClick}
      aria-label="Eliminar Paciente"
      className="mr-auto -ml-4 max-sm:-ml-3 max-sm:w-11 max-sm:px-0"
    >
      <Trash2 size={18} aria-hidden="true" />
      <span className="max-sm:hidden">Eliminar Paciente</span>
    </Button>
  );
}
