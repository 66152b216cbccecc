import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type ClinicalNote, ClinicalNoteContent } from '#contract/clinical-notes';
import { eachField, PRESCRIPTION_FIELDS } from '#web/clinical-notes/prescription-fields.ts';

const PrescriptionValues = z.record(z.enum(PRESCRIPTION_FIELDS), z.string());
export type PrescriptionValues = z.output<typeof PrescriptionValues>;

/** The values of the form, with the diagnosis and the prescription that are typed and not added yet. */
export const NoteValues = z.object({
  reason: z.string(),
  anamnesis: z.string(),
  diagnoses: z.array(z.string()),
  plansAndIndications: z.string(),
  prescriptions: z.array(PrescriptionValues),
  usesCie10: z.boolean(),
  newDiagnosis: z.string(),
  newPrescription: PrescriptionValues,
});
export type NoteValues = z.output<typeof NoteValues>;
export type NoteForm = UseFormReturn<NoteValues>;

/** The content of a request. Empty fields are left out. */
export type NoteContent = z.input<typeof ClinicalNoteContent>;

export const NO_PRESCRIPTION = eachField(() => '');

export const valuesOf = (note?: ClinicalNote): NoteValues => ({
  reason: note?.reason ?? '',
  anamnesis: note?.anamnesis ?? '',
  diagnoses: note?.diagnoses ?? [],
  plansAndIndications: note?.plansAndIndications ?? '',
  prescriptions: note?.prescriptions.map((one) => eachField((field) => one[field] ?? '')) ?? [],
  usesCie10: false,
  newDiagnosis: '',
  newPrescription: NO_PRESCRIPTION,
});

/** The text as the server stores it, so that its answer can be compared with what was sent. */
const normalized = (text: string): string | undefined => text.trim().normalize() || undefined;

const prescriptionOf = (values: PrescriptionValues) => ({
  ...eachField((field) => normalized(values[field])),
  medicamento: values.medicamento.trim().normalize(),
});

export const contentOf = (values: NoteValues): NoteContent => ({
  reason: normalized(values.reason),
  anamnesis: normalized(values.anamnesis),
  diagnoses: values.diagnoses.length > 0 ? values.diagnoses : undefined,
  plansAndIndications: normalized(values.plansAndIndications),
  prescriptions: values.prescriptions.length > 0 ? values.prescriptions.map(prescriptionOf) : undefined,
});

export const isStarted = (prescription: PrescriptionValues): boolean =>
  Object.values(prescription).some((text) => text.trim() !== '');

/** A free-text diagnosis or a prescription is typed and not added. A search in the catalogue does not count. */
export const hasPendingInput = ({ usesCie10, newDiagnosis, newPrescription }: NoteValues): boolean =>
  (!usesCie10 && newDiagnosis.trim() !== '') || isStarted(newPrescription);

const TEXT_FIELDS = ['reason', 'anamnesis', 'plansAndIndications'] as const;
/** The error of a list is shown under the field that adds to it. */
const LIST_FIELDS = { diagnoses: 'newDiagnosis', prescriptions: 'newPrescription.medicamento' } as const;

/** Shows the error of each field. True when there is none. */
export function showErrors(form: NoteForm, content: NoteContent): boolean {
  const { error } = ClinicalNoteContent.safeParse(content);
  const problem = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  for (const field of TEXT_FIELDS) {
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

const section = (title: string, text: string) => (text.trim() ? [`${title}\n${text.trim()}`] : []);

const prescriptionLine = (one: PrescriptionValues): string =>
  PRESCRIPTION_FIELDS.map((field) => one[field].trim())
    .filter(Boolean)
    .join(' · ');

/** The whole note, with what is typed and not added, for comparing with another version and for copying. */
export function noteToPlainText(values: NoteValues): string {
  const diagnoses = values.usesCie10 ? values.diagnoses : [...values.diagnoses, values.newDiagnosis];
  const prescriptions = [...values.prescriptions, values.newPrescription].map(prescriptionLine);
  return [
    ...section('Motivo de Consulta', values.reason),
    ...section('Anamnesis', values.anamnesis),
    ...section('Diagnósticos', diagnoses.join('\n')),
    ...section('Planes e Indicaciones', values.plansAndIndications),
    ...section('Recetas', prescriptions.filter(Boolean).join('\n')),
  ].join('\n\n');
}
