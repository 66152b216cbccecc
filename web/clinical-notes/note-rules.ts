import { ClinicalNoteContent, isBlank } from '#contract/clinical-notes';
import type { MeasurementKind } from '#contract/measurements';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import { contentOf, type NoteContent, type NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { wrongMeasurement } from '#web/clinical-notes/measurement-fields.ts';
import {
  isStarted,
  NO_PRESCRIPTION,
  PRESCRIPTION_FIELDS,
  type PrescriptionField,
  type PrescriptionValues,
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

/** Adds a diagnosis, or shows its error. What is typed in the field stays. */
export function listDiagnosis(form: NoteForm, text: string): boolean {
  const listed = form.getValues('diagnoses');
  const { data, error } = Diagnoses.safeParse([...listed, text]);
  if (!data) {
    form.setError('newDiagnosis', { message: error.issues[0]?.message ?? '' });
    return false;
  }
  form.clearErrors('newDiagnosis');
  form.setValue('diagnoses', [...new Set(data)]);
  return true;
}

/** Adds the diagnosis of the field, or shows its error. */
export function addDiagnosis(form: NoteForm, text: string): boolean {
  if (!listDiagnosis(form, text)) return false;
  form.setValue('newDiagnosis', '');
  return true;
}

/** Adds the prescription that is typed, or shows its errors. */
export async function addPrescription(form: NoteForm, confirm: ConfirmPrescriptions): Promise<boolean> {
  const isAdded = await addPrescriptions(form, [trimmedPrescription(form.getValues('newPrescription'))], confirm);
  if (isAdded) form.setValue('newPrescription', NO_PRESCRIPTION);
  return isAdded;
}

/** Adds prescriptions after the question about allergies. Errors are shown under the fields of a new prescription. */
export async function addPrescriptions(
  form: NoteForm,
  added: readonly PrescriptionValues[],
  confirm: ConfirmPrescriptions,
): Promise<boolean> {
  form.clearErrors('newPrescription');
  const { error } = Prescriptions.safeParse([...form.getValues('prescriptions'), ...added]);
  for (const { path, message } of error?.issues ?? []) {
    const field = (path[1] ?? 'medicamento') as PrescriptionField;
    form.setError(`newPrescription.${field}`, { message });
  }
  if (error) return false;
  if (!(await confirm(added))) {
    focusMedicine(form);
    return false;
  }
  form.setValue('prescriptions', [...form.getValues('prescriptions'), ...added]);
  return true;
}

/** Adds what is typed to its list. False when it is incomplete; then its error is shown. */
async function addPendingInput(form: NoteForm, act: EditorAction, confirm: ConfirmPrescriptions): Promise<boolean> {
  const { usesCie10, newDiagnosis, newPrescription } = form.getValues();
  // A search without a chosen code does not prevent a save, but a finalised note cannot be completed later.
  if (usesCie10 && newDiagnosis.trim() !== '' && act === 'finalizing') {
    form.setError('newDiagnosis', { message: 'Elige un código o borra la búsqueda' });
    return false;
  }
  if (!usesCie10 && newDiagnosis.trim() !== '' && !addDiagnosis(form, newDiagnosis)) return false;
  return !isStarted(newPrescription) || addPrescription(form, confirm);
}

const TEXT_FIELDS = ['reason', 'anamnesis', 'newDiagnosis', 'plansAndIndications'] as const;
const FIELDS = [...TEXT_FIELDS, ...PRESCRIPTION_FIELDS.map((field) => `newPrescription.${field}` as const)];

/** Adds pending input and validates. When the note cannot be sent, shows the errors and focuses the first one. */
export async function prepareToSave(
  confirm: ConfirmPrescriptions,
  form: NoteForm,
  act: EditorAction,
  isStored: boolean,
): Promise<boolean> {
  if (!(await addPendingInput(form, act, confirm)) || !showErrors(form, contentOf(form.getValues()))) {
    const wrong = FIELDS.find((field) => form.getFieldState(field).error);
    if (wrong) focusSoon(form, wrong);
    return false;
  }
  // Its field shows the reason by itself.
  const measurement = wrongMeasurement(form.getValues('measurements'));
  if (measurement) {
    focusSoon(form, `measurements.${measurement}`);
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

/** Where prescriptions are reviewed. */
export const focusMedicine = (form: NoteForm): void => focusSoon(form, 'newPrescription.medicamento');

/** Dialogs that are closing restore the focus first. The question about leaving closes after the one about allergies. */
function focusSoon(form: NoteForm, field: (typeof FIELDS)[number] | `measurements.${MeasurementKind}`): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=alertdialog]')) focusSoon(form, field);
    else requestAnimationFrame(() => form.setFocus(field));
  });
}
