import { z } from 'zod';
import { endpoint, FileBytes } from '../endpoint.ts';
import { Id, wholeNumber } from '../wire.ts';
import { correctionsOf, IMPORT_UPLOAD, Import, ImportProblem, ImportQuery, ImportResult } from './imports.ts';

/** Appointments of one import. */
export const MAX_IMPORTED_APPOINTMENTS = 2000;
/** How far ahead events are imported, recurring ones included. */
export const IMPORTED_DAYS = 366;

/** What can be corrected of an event, in the words of the page. The patient is an id. */
export const EVENT_FIELDS = { patientId: 'Paciente', date: 'Fecha', time: 'Hora', duration: 'Duración' } as const;
export type EventField = keyof typeof EVENT_FIELDS;
const EVENT_FIELD_NAMES = Object.keys(EVENT_FIELDS) as [EventField, ...EventField[]];

export const AppointmentImportPreview = z.object({
  /** The first day of the events, which is the day of the preview. */
  from: z.iso.date(),
  rows: z.int(),
  ready: z.int(),
  problems: z.array(ImportProblem),
  problemCount: z.int(),
  /** Events of the file that are no rows: before today, later than a year, without an hour, or cancelled. */
  skipped: z.int(),
});
export type AppointmentImportPreview = z.output<typeof AppointmentImportPreview>;

export const AppointmentImportForm = z.object({
  file: FileBytes,
  corrections: correctionsOf(EVENT_FIELD_NAMES).optional(),
  /** The day of the preview that the corrections are for. On another day the rows have other numbers. */
  from: z.iso.date().optional(),
  /** As in the import of patients. */
  ready: wholeNumber(1, MAX_IMPORTED_APPOINTMENTS).optional(),
});
export type AppointmentImportForm = z.output<typeof AppointmentImportForm>;

export const importAppointments = endpoint({
  method: 'POST',
  path: '/api/appointments/import',
  access: 'professional',
  summary: 'Importa citas desde un calendario ICS; con dryRun solo lo revisa',
  ...IMPORT_UPLOAD,
  query: ImportQuery,
  body: AppointmentImportForm,
  reply: z.union([AppointmentImportPreview, ImportResult]),
});

export const listAppointmentImports = endpoint({
  method: 'GET',
  path: '/api/appointments/imports',
  access: 'professional',
  summary: 'Las importaciones de citas que todavía se pueden deshacer',
  reply: z.array(Import),
});

export const undoAppointmentImport = endpoint({
  method: 'DELETE',
  path: '/api/appointments/imports/{id}',
  access: 'professional',
  summary: 'Deshace una importación de citas completa, dentro de 24 horas y si ninguna cambió',
  params: Id,
  reply: z.undefined(),
});
