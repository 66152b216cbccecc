import { ClinicalNoteContent, isBlank } from '#contract/clinical-notes';
import { contentOf, type NoteContent, type NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import {
  isStarted,
  NO_PRESCRIPTION,
  PRESCRIPTION_FIELDS,
  type PrescriptionField,
  trimmedPrescription,
} from '#web/clinical-notes/prescription-fields.ts';
import type { EditorAction } from '#web/drafts/use-editor.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';

const { diagnoses: Diagnoses, prescriptions: Prescriptions } = ClinicalNoteContent.shape;

const SENT_TEXTS = ['reason', 'anamnesis', 'plansAndIndications'] as const;
/** The error of a list is shown under the field that adds to it. */
const LIST_FIELDS = { diagnoses: 'newDiagnosis', prescriptions: 'newPrescription.medicamento' } as const;

/** Shows the error of each field. True when there is none. */
export function showErrors(form: NoteForm, content: NoteContent): boolean {
  const { error } = ClinicalNoteContent.safeParse(content);
  const problem = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  for (const field of SENT_TEXTS) {
    const message = problem(field);
    if (message) form.setError(field, { message });
    else form.clearErrors(field);
  }
  for (const list of ['diagnoses', 'prescriptions'] as const) {
    const message = problem(list);
    if (message) form.setError(LIST_FIELDS[list], { message });
  }
  return !error;
}

/** Adds a diagnosis, or shows its error. */
export function addDiagnosis(form: NoteForm, text: string): boolean {
  const listed = form.getValues('diagnoses');
  const { data, error } = Diagnoses.safeParse([...listed, text]);
  if (!data) {
    form.setError('newDiagnosis', { message: error.issues[0]?.message ?? '' });
    return false;
  }
  form.clearErrors('newDiagnosis');
  form.setValue('diagnoses', [...new Set(data)]);
  form.setValue('newDiagnosis', '');
  return true;
}

export function addPrescription(form: NoteForm): boolean {
  const added = trimmedPrescription(form.getValues('newPrescription'));
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

/** Adds what is typed to its list. False when it is incomplete; then its error is shown. */
function addPendingInput(form: NoteForm, act: EditorAction): boolean {
  const { usesCie10, newDiagnosis, newPrescription } = form.getValues();
  // A search without a chosen code does not prevent a save, but a finalised note cannot be completed later.
  if (usesCie10 && newDiagnosis.trim() !== '' && act === 'finalizing') {
    form.setError('newDiagnosis', { message: 'Elige un código o borra la búsqueda' });
    return false;
  }
  if (!usesCie10 && newDiagnosis.trim() !== '' && !addDiagnosis(form, newDiagnosis)) return false;
  return !isStarted(newPrescription) || addPrescription(form);
}

const TEXT_FIELDS = ['reason', 'anamnesis', 'newDiagnosis', 'plansAndIndications'] as const;
const FIELDS = [...TEXT_FIELDS, ...PRESCRIPTION_FIELDS.map((field) => `newPrescription.${field}` as const)];

/** Adds pending input and validates. When the note cannot be sent, shows the errors and focuses the first one. */
export function prepareToSave(form: NoteForm, act: EditorAction, isStored: boolean): boolean {
  if (!addPendingInput(form, act) || !showErrors(form, contentOf(form.getValues()))) {
    const wrong = FIELDS.find((field) => form.getFieldState(field).error);
    if (wrong) focusSoon(form, wrong);
    return false;
  }
  // A note cannot be deleted: a blank one would stay in the history.
  if (!isStored && isBlank(ClinicalNoteContent.parse(contentOf(form.getValues())))) {
    notifyInvalid('Escribe algo antes de guardar la nota');
    focusSoon(form, 'reason');
    return false;
  }
  return true;
}

/** A dialog that is closing restores the focus first. */
function focusSoon(form: NoteForm, field: (typeof FIELDS)[number]): void {
  requestAnimationFrame(() => requestAnimationFrame(() => form.setFocus(field)));
}
