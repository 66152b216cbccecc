import { fold } from '#contract/fold';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';

const FILLED_FIELDS = ['dci', 'formaFarmaceutica', 'concentracion', 'via'] as const;
type Filled = { [Field in (typeof FILLED_FIELDS)[number]]?: string | undefined };

/**
 * The values that a suggestion or a favourite filled into the new prescription of each form. They are removed with
 * their medicine.
 */
const filledIn = new WeakMap<NoteForm['control'], Filled>();

const pathOf = (field: (typeof FILLED_FIELDS)[number]) => `newPrescription.${field}` as const;

/** Fields that were filled by hand stay. */
const filledFields = (form: NoteForm) => {
  const filled = filledIn.get(form.control) ?? {};
  return FILLED_FIELDS.filter((field) => ['', filled[field]].includes(form.getValues(pathOf(field))));
};

export function fillPrescription(form: NoteForm, values: Filled): void {
  for (const field of filledFields(form)) form.setValue(pathOf(field), values[field] ?? '');
  rememberFilled(form, values);
}

/** For values that are in the form already. */
export const rememberFilled = (form: NoteForm, values: Filled): void => void filledIn.set(form.control, values);

const firstWord = (text: string): string => fold(text).split(/[^\p{L}]/u)[0] ?? '';

/** Substance, form, strength and route of one medicine must not be printed under another. */
export function clearFilledOfOther(form: NoteForm, medicine: string): void {
  const { dci = '' } = filledIn.get(form.control) ?? {};
  if (dci === '' || fold(medicine).includes(firstWord(dci))) return;
  fillPrescription(form, {});
}
