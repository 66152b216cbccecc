import { codedDiagnosis, readCodedDiagnosis } from '#contract/cie10';
import type { ClinicalNote, ClinicalNoteContent } from '#contract/clinical-notes';
import { canonicalJson } from '#server/platform/crypto/canonical';

/** The code stands apart from its text: what counts diagnoses, or hands them on, does not read sentences. */
type StoredDiagnosis = { system: 'CIE-10'; code: string; display: string } | { text: string };

export type StoredContent = Omit<ClinicalNoteContent, 'diagnoses'> & { diagnoses: StoredDiagnosis[] };

/** What of a note its writer wrote. */
export function contentOf(note: ClinicalNoteContent): ClinicalNoteContent {
  const { reason, anamnesis, diagnoses, plansAndIndications, prescriptions } = note;
  return { reason, anamnesis, diagnoses, plansAndIndications, prescriptions };
}

export const toStored = (note: ClinicalNoteContent): StoredContent => ({
  ...contentOf(note),
  diagnoses: note.diagnoses.map((text) => {
    const coded = readCodedDiagnosis(text);
    return coded ? { system: 'CIE-10', ...coded } : { text };
  }),
});

export const fromStored = (stored: StoredContent): ClinicalNoteContent => ({
  ...stored,
  diagnoses: stored.diagnoses.map((one) =>
    'text' in one ? one.text : codedDiagnosis({ code: one.code, description: one.display }),
  ),
});

/** Whether saving the one over the other would change anything. */
export const isSameContent = (one: ClinicalNote, other: ClinicalNoteContent): boolean =>
  canonicalJson(contentOf(one)) === canonicalJson(contentOf(other));
