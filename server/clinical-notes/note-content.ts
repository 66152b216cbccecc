import { codedDiagnosis, readCodedDiagnosis } from '#contract/cie10';
import type { ClinicalNoteContent } from '#contract/clinical-notes';

/** The code stands apart from its text: what counts diagnoses, or hands them on, does not read sentences. */
type StoredDiagnosis = { system: 'CIE-10'; code: string; display: string } | { text: string };

export type StoredNote = Omit<ClinicalNoteContent, 'diagnoses'> & { diagnoses: StoredDiagnosis[] };

export function toStored(note: ClinicalNoteContent): StoredNote {
  const { reason, anamnesis, diagnoses, plansAndIndications, prescriptions } = note;
  return { reason, anamnesis, diagnoses: diagnoses.map(toStoredDiagnosis), plansAndIndications, prescriptions };
}

function toStoredDiagnosis(text: string): StoredDiagnosis {
  const coded = readCodedDiagnosis(text);
  return coded ? { system: 'CIE-10', ...coded } : { text };
}

export const fromStored = (stored: StoredNote): ClinicalNoteContent => ({
  ...stored,
  diagnoses: stored.diagnoses.map((one) =>
    'text' in one ? one.text : codedDiagnosis({ code: one.code, description: one.display }),
  ),
});
