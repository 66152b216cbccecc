import { generatePath } from 'react-router';
import { usePatientDeleted } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { CopyUnsavedDialog } from '#web/ui/conflict-dialog.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';

interface Props {
  patientId: string;
  subject: string;
  deletedReason: string;
  isNew: boolean;
  mine: string;
  onLeave: () => void;
  onClose: () => void;
}

/** The document was deleted in another window, or its patient was. */
export function DeletedDialog({ patientId, subject, deletedReason, isNew, mine, onLeave, onClose }: Props) {
  const navigate = useNavigate();
  const isPatientDeleted = usePatientDeleted(patientId);
  if (isPatientDeleted === undefined) return null;
  const goBack = () => {
    onLeave();
    const address = isPatientDeleted ? PATHS.patients : generatePath(PATHS.patient, { id: patientId });
    void navigate(address, { replace: true });
  };
  const patientTitle = isNew
    ? 'Este paciente ya no existe: fue eliminado'
    : `${subject} ya no existe: el paciente fue eliminado`;
  return (
    <CopyUnsavedDialog
      title={isPatientDeleted ? patientTitle : `${subject} ya no existe: ${deletedReason}`}
      mine={mine}
      continueLabel={isPatientDeleted ? 'Volver a Pacientes' : 'Volver al Paciente'}
      onContinue={goBack}
      onClose={onClose}
    />
  );
}
