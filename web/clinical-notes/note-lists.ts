import { ClinicalNoteContent, isBlank } from '#contract/clinical-notes';
import {
  contentOf,
  isBegun,
  NO_PRESCRIPTION,
  type NoteForm,
  showProblems,
} from '#web/clinical-notes/clinical-note-form.ts';
import { eachField, PRESCRIPTION_FIELDS, type PrescriptionField } from '#web/clinical-notes/prescription-fields.ts';
import type { Act } from '#web/drafts/use-editor.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';

const { diagnoses: Diagnoses, prescriptions: Prescriptions } = ClinicalNoteContent.shape;

/** Adds it if it can stand in the list, or else says under the field why not. */
export function addDiagnosis(form: NoteForm, text: string): boolean {
  const listed = form.getValues('diagnoses');
  const { data, error } = Diagnoses.safeParse([...listed, text]);
  if (!data) {
    form.setError('newDiagnosis', { message: error.issues[0]?.message });
    return false;
  }
  form.clearErrors('newDiagnosis');
  form.setValue('diagnoses', [...new Set(data)]);
  form.setValue('newDiagnosis', '');
  return true;
}

export function addPrescription(form: NoteForm): boolean {
  const typed = form.getValues('newPrescription');
  const added = eachField((field) => typed[field].trim());
  const listed = form.getValues('prescriptions');
  const { error } = Prescriptions.safeParse([...listed, added]);
  form.clearErrors('newPrescription');
  if (error) {
    for (const { path, message } of error.issues) {
      const field = (path[1] ?? 'medicamento') as PrescriptionField;
      form.setError(`newPrescription.${field}`, { message });
    }
    return false;
  }
  form.setValue('prescriptions', [...listed, added]);
  form.setValue('newPrescription', NO_PRESCRIPTION);
  return true;
}

/** Puts what is typed and not added where it belongs. False when something of it is incomplete, and says so there. */
function addWhatIsTyped(form: NoteForm, act: Act): boolean {
  const { usesCie10, newDiagnosis, newPrescription } = form.getValues();
  // A search may wait for its choice while the note is saved, but nothing follows after it is finalised.
  if (usesCie10 && newDiagnosis.trim() !== '' && act === 'finalizing') {
    form.setError('newDiagnosis', { message: 'Elige un código o borra la búsqueda' });
    return false;
  }
  if (!usesCie10 && newDiagnosis.trim() !== '' && !addDiagnosis(form, newDiagnosis)) return false;
  return !isBegun(newPrescription) || addPrescription(form);
}

const FIELDS = [
  ...(['reason', 'anamnesis', 'newDiagnosis', 'plansAndIndications'] as const),
  ...PRESCRIPTION_FIELDS.map((field) => `newPrescription.${field}` as const),
];

/** All that is typed, added and fit to be sent; or else false, with the reason under its field and the focus in it. */
export function makeReady(form: NoteForm, act: Act, isStored: boolean): boolean {
  if (!addWhatIsTyped(form, act) || !showProblems(form, contentOf(form.getValues()))) {
    const wrong = FIELDS.find((field) => form.getFieldState(field).error);
    if (wrong) focusSoon(form, wrong);
    return false;
  }
  // Nobody can delete a note: a blank one would stay in the history for good.
  if (!isStored && isBlank(ClinicalNoteContent.parse(contentOf(form.getValues())))) {
    notifyInvalid('Escribe algo antes de guardar la nota');
    focusSoon(form, 'reason');
    return false;
  }
  return true;
}

/** A dialog that closes now gives the focus back first. */
function focusSoon(form: NoteForm, field: (typeof FIELDS)[number]): void {
  requestAnimationFrame(() => requestAnimationFrame(() => form.setFocus(field)));
}
