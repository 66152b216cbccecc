import { generatePath, useNavigate } from 'react-router';
import { usePatientDeleted } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { TooLateDialog } from '#web/ui/overtaken-dialog.tsx';

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
  const isPatientGone = usePatientDeleted(patientId);
  if (isPatientGone === undefined) return null;
  const back = () => {
    onLeave();
    void navigate(isPatientGone ? PATHS.patients : generatePath(PATHS.patient, { id: patientId }), { replace: true });
  };
  return (
    <TooLateDialog
      title={goneTitle({ isPatientGone, isNew, what, removed })}
      mine={mine}
      goOnLabel={isPatientGone ? 'Volver a Pacientes' : 'Volver al Paciente'}
      onGoOn={back}
      onClose={onClose}
    />
  );
}

type Words = Pick<Props, 'what' | 'removed' | 'isNew'> & { isPatientGone: boolean };

function goneTitle({ isPatientGone, isNew, what, removed }: Words): string {
  if (!isPatientGone) return `${what} ya no existe: ${removed}`;
  return isNew ? 'Este paciente ya no existe: fue eliminado' : `${what} ya no existe: el paciente fue eliminado`;
}
