import { ClinicalNoteContent } from '#contract/clinical-notes';
import {
  contentOf,
  isBegun,
  NO_PRESCRIPTION,
  type NoteForm,
  type PrescriptionValues,
  showProblems,
} from '#web/clinical-notes/clinical-note-form.ts';

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

const trimmed = (values: PrescriptionValues): PrescriptionValues => ({
  medicamento: values.medicamento.trim(),
  dosis: values.dosis.trim(),
  posologia: values.posologia.trim(),
  duracion: values.duracion.trim(),
  indicacionesUso: values.indicacionesUso.trim(),
});

export function addPrescription(form: NoteForm): boolean {
  const added = trimmed(form.getValues('newPrescription'));
  const listed = form.getValues('prescriptions');
  const { error } = Prescriptions.safeParse([...listed, added]);
  form.clearErrors('newPrescription');
  if (error) {
    for (const { path, message } of error.issues) {
      const field = (path[1] ?? 'medicamento') as keyof PrescriptionValues;
      form.setError(`newPrescription.${field}`, { message });
    }
    return false;
  }
  form.setValue('prescriptions', [...listed, added]);
  form.setValue('newPrescription', NO_PRESCRIPTION);
  return true;
}

/** Puts what is typed and not added where it belongs. False when something of it is incomplete, and says so there. */
function addWhatIsTyped(form: NoteForm): boolean {
  const { usesCie10, newDiagnosis, newPrescription } = form.getValues();
  if (!usesCie10 && newDiagnosis.trim() !== '' && !addDiagnosis(form, newDiagnosis)) return false;
  return !isBegun(newPrescription) || addPrescription(form);
}

const FIELDS = [
  ...(['reason', 'anamnesis', 'newDiagnosis', 'plansAndIndications'] as const),
  ...(['medicamento', 'dosis', 'posologia', 'duracion', 'indicacionesUso'] as const).map(
    (field) => `newPrescription.${field}` as const,
  ),
];

/** All that is typed, added and fit to be sent; or else false, with the reason under its field and the focus in it. */
export function makeReady(form: NoteForm): boolean {
  if (addWhatIsTyped(form) && showProblems(form, contentOf(form.getValues()))) return true;
  const wrong = FIELDS.find((field) => form.getFieldState(field).error);
  // A dialog that closes now gives the focus back first.
  requestAnimationFrame(() => requestAnimationFrame(() => wrong && form.setFocus(wrong)));
  return false;
}
