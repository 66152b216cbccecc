import { codedDiagnosis, readCodedDiagnosis } from '#contract/cie10';
import type { ClinicalNoteContent } from '#contract/clinical-notes';
import { cut } from '#contract/cut';

/** The code stands apart from its text: what counts diagnoses, or hands them on, does not read sentences. */
type StoredDiagnosis = { system: 'CIE-10'; code: string; display: string } | { text: string };

export type StoredNote = Omit<ClinicalNoteContent, 'diagnoses'> & { diagnoses: StoredDiagnosis[] };

/** `coded` are the diagnoses that the catalogue has: 'T12 - fractura' may be a vertebra, typed by hand. */
export function toStoredNote(note: ClinicalNoteContent, coded: ReadonlySet<string>): StoredNote {
  const { reason, anamnesis, diagnoses, plansAndIndications, prescriptions } = note;
  const stored = diagnoses.map((text): StoredDiagnosis => {
    const parts = coded.has(text) && readCodedDiagnosis(text);
    return parts ? { system: 'CIE-10', ...parts } : { text };
  });
  return { reason, anamnesis, diagnoses: stored, plansAndIndications, prescriptions };
}

const MAX_PREVIEW_LENGTH = 500;
const MAX_PREVIEW_ITEMS = 20;

const shortened = (text: string) => cut(text, MAX_PREVIEW_LENGTH);

/** Its first twenty diagnoses and prescriptions, and the beginnings of its texts. */
export function previewOf({ diagnoses, prescriptions, ...texts }: StoredNote): StoredNote {
  const brief = <Texts extends object>(given: Texts): Texts =>
    Object.fromEntries(Object.entries(given).map(([name, text]) => [name, text && shortened(text)])) as Texts;
  return {
    ...brief(texts),
    diagnoses: diagnoses.slice(0, MAX_PREVIEW_ITEMS).map(brief),
    prescriptions: prescriptions.slice(0, MAX_PREVIEW_ITEMS).map(brief),
  };
}

/** The diagnoses that were coded when they were written: the catalogue may have changed its words since. */
export const codedDiagnosesOf = ({ diagnoses }: StoredNote): string[] =>
  diagnoses.flatMap((one) => ('code' in one ? codedDiagnosis({ code: one.code, description: one.display }) : []));

export const toNoteContent = (stored: StoredNote): ClinicalNoteContent => ({
  ...stored,
  diagnoses: stored.diagnoses.map((one) =>
    'text' in one ? one.text : codedDiagnosis({ code: one.code, description: one.display }),
  ),
});
