import { z } from 'zod';
import { endpoint, FileBytes } from '../endpoint.ts';
import { Id, wholeNumber } from '../wire.ts';
import {
  correctionsOf,
  IMPORT_UPLOAD,
  Import,
  ImportProblem,
  ImportQuery,
  ImportResult,
  jsonField,
  MAX_IMPORT_ROWS,
} from './imports.ts';

/** What a column may contain, in the words of the page. Several columns may make up one field of a patient. */
export const COLUMN_FIELDS = {
  name: 'Nombre completo',
  givenName: 'Nombres',
  middleName: 'Segundo nombre',
  surname: 'Apellidos o apellido paterno',
  secondSurname: 'Apellido materno',
  rut: 'RUT',
  checkDigit: 'Dígito verificador',
  documentType: 'Tipo de documento',
  socialName: 'Nombre social',
  birthDate: 'Fecha de nacimiento',
  sex: 'Sexo',
  phone: 'Teléfono',
  email: 'Email',
  address: 'Dirección',
  commune: 'Comuna o ciudad',
  region: 'Región',
  prevision: 'Previsión',
  occupation: 'Ocupación',
  legalRepresentative: 'Representante legal',
  emergencyContact: 'Contacto de emergencia',
  allergies: 'Alergias',
  notas: 'Notas',
  alertas: 'Alertas',
  preferencias: 'Preferencias',
} as const;
export type ColumnField = keyof typeof COLUMN_FIELDS;
const COLUMN_FIELD_NAMES = Object.keys(COLUMN_FIELDS) as [ColumnField, ...ColumnField[]];

/** The fields of a patient that can be corrected, in the words of the page. */
export const CORRECTABLE_FIELDS = {
  name: 'Nombre',
  rut: 'RUT',
  birthDate: 'Fecha de nacimiento',
  sex: 'Sexo',
  phone: 'Teléfono',
  email: 'Email',
  address: 'Dirección',
  emergencyContact: 'Contacto de emergencia',
  allergies: 'Alergias',
  notas: 'Notas',
  alertas: 'Alertas',
  preferencias: 'Preferencias',
  documentType: 'Tipo de documento',
  socialName: 'Nombre social',
  occupation: 'Ocupación',
  prevision: 'Previsión',
  legalRepresentative: 'Representante legal',
} as const;
export type CorrectableField = keyof typeof CORRECTABLE_FIELDS;
const CORRECTABLE_FIELD_NAMES = Object.keys(CORRECTABLE_FIELDS) as [CorrectableField, ...CorrectableField[]];

/** Whether 03/04/1980 is in April or in March. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const PatientImportPreview = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      field: z.enum(COLUMN_FIELD_NAMES).nullable(),
      /** The first values of the column. */
      samples: z.array(z.string()),
    }),
  ),
  dateOrder: z.enum(DATE_ORDERS),
  rows: z.int(),
  ready: z.int(),
  problems: z.array(ImportProblem),
  /** May be more than the list contains. */
  problemCount: z.int(),
});
export type PatientImportPreview = z.output<typeof PatientImportPreview>;

export const PatientImportForm = z.object({
  file: FileBytes,
  /** The field of each column, null for a column that is left out. Without it the headings decide. */
  mapping: jsonField(z.array(z.enum(COLUMN_FIELD_NAMES).nullable()).max(200)).optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
  corrections: correctionsOf(CORRECTABLE_FIELD_NAMES).optional(),
  /**
   * Imports only the rows without problems, and only if there are exactly this many, as the person agreed in the
   * preview. Without it, one row with a problem refuses the import.
   */
  ready: wholeNumber(1, MAX_IMPORT_ROWS).optional(),
});
export type PatientImportForm = z.output<typeof PatientImportForm>;

export const importPatients = endpoint({
  method: 'POST',
  path: '/api/patients/import',
  access: 'professional',
  summary: 'Importa pacientes desde un archivo CSV o XLSX; con dryRun solo lo revisa',
  ...IMPORT_UPLOAD,
  query: ImportQuery,
  body: PatientImportForm,
  reply: z.union([PatientImportPreview, ImportResult]),
});

export const listPatientImports = endpoint({
  method: 'GET',
  path: '/api/patients/imports',
  access: 'professional',
  summary: 'Las importaciones de pacientes que todavía se pueden deshacer',
  reply: z.array(Import),
});

export const undoPatientImport = endpoint({
  method: 'DELETE',
  path: '/api/patients/imports/{id}',
  access: 'professional',
  summary: 'Deshace una importación completa, dentro de 24 horas y si nada se agregó a sus pacientes',
  params: Id,
  reply: z.undefined(),
  isSlow: true,
});
