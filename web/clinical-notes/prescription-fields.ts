import type { PrescriptionItem } from '#contract/prescriptions';

/** In the order of the form. */
export const MAIN_FIELDS = ['medicamento', 'dosis', 'posologia', 'duracion', 'indicacionesUso'] as const;
export const FURTHER_FIELDS = ['dci', 'formaFarmaceutica', 'concentracion', 'via', 'cantidad'] as const;
export type FurtherField = (typeof FURTHER_FIELDS)[number];
export const PRESCRIPTION_FIELDS = [...MAIN_FIELDS, ...FURTHER_FIELDS] as const;
export type PrescriptionField = (typeof PRESCRIPTION_FIELDS)[number];

/** A prescription in a form: a text in each field, also in an empty one. */
export type PrescriptionValues = Record<PrescriptionField, string> & { permanente: boolean };

export const PRESCRIPTION_LABELS: Record<PrescriptionField, string> = {
  medicamento: 'Medicamento',
  dosis: 'Dosis',
  posologia: 'Posología',
  duracion: 'Duración',
  indicacionesUso: 'Indicaciones de uso',
  dci: 'DCI (principio activo)',
  formaFarmaceutica: 'Forma farmacéutica',
  concentracion: 'Concentración',
  via: 'Vía de administración',
  cantidad: 'Cantidad total',
};
export const PERMANENT_LABEL = 'Receta permanente';

/** These fields take a whole row. */
export const isWide = (field: PrescriptionField): boolean => field === 'medicamento' || field === 'indicacionesUso';

const eachField = <T>(make: (field: PrescriptionField) => T): Record<PrescriptionField, T> =>
  Object.fromEntries(PRESCRIPTION_FIELDS.map((field) => [field, make(field)])) as Record<PrescriptionField, T>;

export const prescriptionValues = (item: Partial<PrescriptionItem>): PrescriptionValues => ({
  ...eachField((field) => item[field] ?? ''),
  permanente: item.permanente ?? false,
});

export const NO_PRESCRIPTION = prescriptionValues({});

export const trimmedPrescription = (values: PrescriptionValues): PrescriptionValues => ({
  ...eachField((field) => values[field].trim()),
  permanente: values.permanente,
});

/** The prescription as the server stores it. Empty fields are undefined. */
export const prescriptionContent = (values: PrescriptionValues): PrescriptionItem => ({
  ...eachField((field) => values[field].trim().normalize() || undefined),
  medicamento: values.medicamento.trim().normalize(),
  permanente: values.permanente || undefined,
});

export const isStarted = (values: PrescriptionValues): boolean =>
  PRESCRIPTION_FIELDS.some((field) => values[field].trim() !== '');

/** The prescription in a line of text. */
export const prescriptionLine = (values: PrescriptionValues): string =>
  [...PRESCRIPTION_FIELDS.map((field) => values[field].trim()), values.permanente && PERMANENT_LABEL]
    .filter(Boolean)
    .join(' · ');
