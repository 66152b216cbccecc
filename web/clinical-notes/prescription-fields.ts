/** In the order of the form. */
export const PRESCRIPTION_FIELDS = ['medicamento', 'dosis', 'posologia', 'duracion', 'indicacionesUso'] as const;
export type PrescriptionField = (typeof PRESCRIPTION_FIELDS)[number];

export const PRESCRIPTION_LABELS: Record<PrescriptionField, string> = {
  medicamento: 'Medicamento',
  dosis: 'Dosis',
  posologia: 'Posología',
  duracion: 'Duración',
  indicacionesUso: 'Indicaciones de uso',
};

/** These fields take a whole row. */
export const isWide = (field: PrescriptionField): boolean => field === 'medicamento' || field === 'indicacionesUso';

export const eachField = <T>(make: (field: PrescriptionField) => T): Record<PrescriptionField, T> =>
  Object.fromEntries(PRESCRIPTION_FIELDS.map((field) => [field, make(field)])) as Record<PrescriptionField, T>;
