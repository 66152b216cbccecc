import { generatePath, useNavigate } from 'react-router';
import { usePatientGone } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { CopyUnsavedDialog } from '#web/ui/conflict-dialog.tsx';

interface Props {
  patientId: string;
  /** 'Esta nota' */
  what: string;
  /** 'fue eliminada en otra ventana' */
  removed: string;
  /** It was never saved. */
  isNew: boolean;
  mine: string;
  onLeave: () => void;
  onClose: () => void;
}

/** Shown when what is being written was deleted in another window, or its patient. */
export function Gone({ patientId, what, removed, isNew, mine, onLeave, onClose }: Props) {
  const navigate = useNavigate();
  const isPatientDeleted = usePatientGone(patientId);
  if (isPatientDeleted === undefined) return null;
  const back = () => {
    onLeave();
    void navigate(isPatientDeleted ? PATHS.patients : generatePath(PATHS.patient, { id: patientId }), {
      replace: true,
    });
  };
  return (
    <CopyUnsavedDialog
      title={deletedTitle({ isPatientDeleted, isNew, what, removed })}
      mine={mine}
      goOnLabel={isPatientDeleted ? 'Volver a Pacientes' : 'Volver al Paciente'}
      onGoOn={back}
      onClose={onClose}
    />
  );
}

type Words = Pick<Props, 'what' | 'removed' | 'isNew'> & { isPatientDeleted: boolean };

function deletedTitle({ isPatientDeleted, isNew, what, removed }: Words): string {
  if (!isPatientDeleted) return `${what} ya no existe: ${removed}`;
  return isNew ? 'Este paciente ya no existe: fue eliminado' : `${what} ya no existe: el paciente fue eliminado`;
}
