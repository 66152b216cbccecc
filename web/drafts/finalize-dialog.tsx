import type { ReactNode } from 'react';
import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { holdClicks } from '#web/ui/hold-clicks.ts';
import type { Ask } from '#web/ui/use-question.tsx';

interface FinalizeQuestion {
  /** '¿Finalizar la nota clínica?' */
  title: string;
  /** 'Nota clínica' */
  subject: string;
  patient: Pick<Patient, 'name' | 'socialName'>;
  printed?: ReactNode;
  /** What is empty or looks like an oversight: 'Sin diagnóstico' */
  lacks?: readonly string[];
  /** 'Después no se puede cambiar ni eliminar.' */
  consequence: string;
  /** Where the document is not being edited, «Seguir editando» opens it. */
  onEdit?: () => void;
}

/** Asks before a document is finalised for ever. True when the person finalises it. */
export const askToFinalize = (ask: Ask, question: FinalizeQuestion): Promise<boolean> =>
  ask((answer) => <FinalizeDialog {...question} onAnswer={answer} />);

interface Props extends FinalizeQuestion {
  onAnswer: (isConfirmed: boolean) => void;
}

function FinalizeDialog({ title, subject, patient, printed, lacks = [], consequence, onEdit, onAnswer }: Props) {
  return (
    <ConfirmDialog
      title={title}
      cancelLabel="Seguir editando"
      confirmLabel="Finalizar"
      harmless
      {...(onEdit && { onCancelPressed: onEdit })}
      onConfirm={() => {
        holdClicks();
        onAnswer(true);
      }}
      onCancel={() => onAnswer(false)}
    >
      <p>
        {subject} de <strong className="text-ink">{nameWithSocial(patient)}</strong>
      </p>
      {printed && <div>Se imprimirá: {printed}</div>}
      {lacks.length > 0 && (
        <ul className="rounded-control bg-orange-tint px-3 py-2 font-semibold text-orange">
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      )}
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}
