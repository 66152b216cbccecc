import { codedDiagnosis, readCodedDiagnosis } from '#contract/cie10';
import type { ClinicalNoteContent } from '#contract/clinical-notes';
import { truncate } from '#contract/truncate';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';

/** The code is stored apart from its text, so that diagnoses can be counted and exported without parsing. */
type StoredDiagnosis = { system: 'CIE-10'; code: string; display: string } | { text: string };

export type StoredNote = Omit<ClinicalNoteContent, 'diagnoses'> & { diagnoses: StoredDiagnosis[] };

/** `coded` are the diagnoses of the catalogue. Free text may look like one: 'T12 - fractura' names a vertebra. */
export function toStoredNote(note: ClinicalNoteContent, coded: ReadonlySet<string>): StoredNote {
  const { reason, anamnesis, measurements, diagnoses, plansAndIndications, prescriptions } = note;
  const storedDiagnoses = diagnoses.map((text): StoredDiagnosis => {
    const parts = coded.has(text) && readCodedDiagnosis(text);
    return parts ? { system: 'CIE-10', ...parts } : { text };
  });
  return { reason, anamnesis, measurements, diagnoses: storedDiagnoses, plansAndIndications, prescriptions };
}

const MAX_PREVIEW_LENGTH = 500;
const MAX_PREVIEW_ITEMS = 20;

const shorten = (value: unknown) => (typeof value === 'string' ? truncate(value, MAX_PREVIEW_LENGTH) : value);

/** The start of each text, the first twenty diagnoses and prescriptions, and all measurements. */
export function previewOf({ measurements, diagnoses, prescriptions, ...rest }: StoredNote): StoredNote {
  const shortenAll = <Texts extends object>(texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, shorten(value)])) as Texts;
  return {
    ...shortenAll(rest),
    measurements,
    diagnoses: diagnoses.slice(0, MAX_PREVIEW_ITEMS).map(shortenAll),
    prescriptions: prescriptions.slice(0, MAX_PREVIEW_ITEMS).map(shortenAll),
  };
}

export const UNDECRYPTABLE_NOTE: StoredNote = {
  reason: UNDECRYPTABLE_TEXT,
  anamnesis: UNDECRYPTABLE_TEXT,
  diagnoses: [{ text: UNDECRYPTABLE_TEXT }],
  plansAndIndications: UNDECRYPTABLE_TEXT,
  prescriptions: [{ medicamento: UNDECRYPTABLE_TEXT }],
};

/** The coded diagnoses of a note. The catalogue may have changed their description since. */
export const codedDiagnosesOf = ({ diagnoses }: StoredNote): string[] =>
  diagnoses.flatMap((one) => ('code' in one ? codedDiagnosis({ code: one.code, description: one.display }) : []));

export const toNoteContent = (stored: StoredNote): ClinicalNoteContent => ({
  ...stored,
  diagnoses: stored.diagnoses.map((one) =>
    'text' in one ? one.text : codedDiagnosis({ code: one.code, description: one.display }),
  ),
});
