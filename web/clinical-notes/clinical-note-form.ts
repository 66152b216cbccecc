import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { ClinicalNote, ClinicalNoteContent } from '#contract/clinical-notes';
import {
  type MeasurementValues,
  measurementContent,
  measurementLines,
  measurementValues,
  wrongMeasurement,
} from '#web/clinical-notes/measurement-fields.ts';
import {
  isStarted,
  MAIN_FIELDS,
  NO_PRESCRIPTION,
  type PrescriptionValues,
  prescriptionContent,
  prescriptionLine,
  prescriptionValues,
} from '#web/clinical-notes/prescription-fields.ts';
import { hasShape } from '#web/drafts/has-shape.ts';

/** The values of the form, with the diagnosis and the prescription that are typed and not added yet. */
export interface NoteValues {
  reason: string;
  anamnesis: string;
  measurements: MeasurementValues;
  diagnoses: string[];
  plansAndIndications: string;
  prescriptions: PrescriptionValues[];
  usesCie10: boolean;
  newDiagnosis: string;
  newPrescription: PrescriptionValues;
}
export type NoteForm = UseFormReturn<NoteValues>;

/** The content of a request. Empty fields are left out. */
export type NoteContent = z.input<typeof ClinicalNoteContent>;

export const valuesOf = (note?: ClinicalNote): NoteValues => ({
  reason: note?.reason ?? '',
  anamnesis: note?.anamnesis ?? '',
  measurements: measurementValues(note?.measurements),
  diagnoses: note?.diagnoses ?? [],
  plansAndIndications: note?.plansAndIndications ?? '',
  prescriptions: note?.prescriptions.map(prescriptionValues) ?? [],
  usesCie10: false,
  newDiagnosis: '',
  newPrescription: NO_PRESCRIPTION,
});

/** Has only the fields of the oldest release, so that text that it stored in the tab can be read. */
const OLDEST_PRESCRIPTION = Object.fromEntries(MAIN_FIELDS.map((field) => [field, '']));
const { measurements: _, ...OLDEST_VALUES } = valuesOf();
const EXAMPLE = {
  ...OLDEST_VALUES,
  diagnoses: [''],
  prescriptions: [OLDEST_PRESCRIPTION],
  newPrescription: OLDEST_PRESCRIPTION,
};

/** Values that this tab has stored, or undefined when they do not have the shape of the form. */
export function parseValues(stored: unknown): NoteValues | undefined {
  if (!hasShape(stored, EXAMPLE)) return undefined;
  const values = stored as NoteValues;
  return {
    ...values,
    measurements: measurementValues(values.measurements),
    prescriptions: values.prescriptions.map(prescriptionValues),
    newPrescription: prescriptionValues(values.newPrescription),
  };
}

/** The text as the server stores it, so that its answer can be compared with what was sent. */
const normalized = (text: string): string | undefined => text.trim().normalize() || undefined;

export const contentOf = (values: NoteValues): NoteContent => ({
  reason: normalized(values.reason),
  anamnesis: normalized(values.anamnesis),
  measurements: measurementContent(values.measurements),
  diagnoses: values.diagnoses.length > 0 ? values.diagnoses : undefined,
  plansAndIndications: normalized(values.plansAndIndications),
  prescriptions: values.prescriptions.length > 0 ? values.prescriptions.map(prescriptionContent) : undefined,
});

/**
 * A free-text diagnosis or a prescription is typed and not added, or a measurement is not a number. A search in the
 * catalogue does not count.
 */
export const hasPendingInput = ({ usesCie10, newDiagnosis, newPrescription, measurements }: NoteValues): boolean =>
  (!usesCie10 && newDiagnosis.trim() !== '') ||
  isStarted(newPrescription) ||
  wrongMeasurement(measurements) !== undefined;

const section = (title: string, text: string) => (text.trim() ? [`${title}\n${text.trim()}`] : []);

/** The whole note, with what is typed and not added, for comparing with another version and for copying. */
export function noteToPlainText(values: NoteValues): string {
  const diagnoses = values.usesCie10 ? values.diagnoses : [...values.diagnoses, values.newDiagnosis];
  const prescriptions = [...values.prescriptions, values.newPrescription].map(prescriptionLine);
  return [
    ...section('Motivo de Consulta', values.reason),
    ...section('Anamnesis', values.anamnesis),
    ...section('Mediciones', measurementLines(values.measurements)),
    ...section('Diagnósticos', diagnoses.join('\n')),
    ...section('Planes e Indicaciones', values.plansAndIndications),
    ...section('Recetas', prescriptions.filter(Boolean).join('\n')),
  ].join('\n\n');
}
