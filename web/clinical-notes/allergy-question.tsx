import { type ReactNode, useState } from 'react';
import type { Patient } from '#contract/patients';
import { loadNoteRules } from '#web/clinical-notes/clinical-note-form.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before prescriptions are added. True when none may concern a recorded allergy, or the person adds them anyway. */
export type ConfirmPrescriptions = (items: readonly { medicamento: string; dci: string }[]) => Promise<boolean>;

interface Question {
  /** The recorded allergies, and the groups of the medicines. */
  matches: string;
  answer: (isAdded: boolean) => void;
}

interface AllergyQuestion {
  confirmPrescriptions: ConfirmPrescriptions;
  dialog: ReactNode;
}

/** The question about recorded allergies, for everything that adds prescriptions to a note of the patient. */
export function useAllergyQuestion({ _id: patientId, allergies }: Patient): AllergyQuestion {
  const [question, setQuestion] = useState<Question>();
  const confirmPrescriptions: ConfirmPrescriptions = async (items) => {
    if (!allergies) return true;
    const { allergiesConcerning, recordReview } = await loadNoteRules();
    const matches = allergiesConcerning(allergies, items);
    if (!matches) return true;
    return new Promise((resolve) => {
      const answer = (isAdded: boolean) => {
        setQuestion(undefined);
        if (!isAdded) recordReview(patientId, items);
        resolve(isAdded);
      };
      setQuestion({ matches, answer });
    });
  };
  const dialog = question && (
    <ConfirmDialog
      title="Posible alergia"
      cancelLabel="Revisar"
      confirmLabel="Agregar de todas formas"
      onCancel={() => question.answer(false)}
      onConfirm={() => question.answer(true)}
    >
      <p>El paciente tiene registrada una alergia que podría relacionarse: {question.matches}</p>
    </ConfirmDialog>
  );
  return { confirmPrescriptions, dialog };
}
