import { z } from 'zod';
import { DocumentTypeName } from '../patient-identity.ts';
import { Instant } from '../wire.ts';

export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** An import can be undone for this long. */
export const UNDO_HOURS = 24;
/** The most problems in one answer. Nobody corrects more by hand, and the file is better corrected where it comes from. */
export const MAX_PROBLEMS = 2000;
const MAX_CORRECTIONS_LENGTH = 1024 * 1024;
/** Allowance for the other fields of the form and its headers. */
const FORM_BYTES = MAX_CORRECTIONS_LENGTH + 64 * 1024;

/** What all endpoints that receive a file with rows have in common. */
export const IMPORT_UPLOAD = {
  upload: 'file',
  isSlow: true,
  bodyLimit: MAX_IMPORT_BYTES + FORM_BYTES,
  tooLarge: { code: 'IMPORT_TOO_LARGE', upTo: 2 * MAX_IMPORT_BYTES + FORM_BYTES },
  limits: [{ by: 'account', max: 60, seconds: 600 }],
} as const;

/** With `dryRun` nothing is written. */
export const ImportQuery = z.object({ dryRun: z.literal('true').optional() });

/** A field of a form that contains JSON. */
export const jsonField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string('Debe ser JSON')
    .max(MAX_CORRECTIONS_LENGTH, 'Hay demasiadas correcciones')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('Debe ser JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The values that replace those of the file: by the number of the row, and by field. */
export const correctionsOf = <Field extends string>(fields: readonly [Field, ...Field[]]) =>
  jsonField(z.record(z.string().regex(/^\d{1,7}$/), z.partialRecord(z.enum(fields), z.string().max(5000))));

/** What stands in the way of a row. Rows are numbered as a spreadsheet does; row 0 is the file as a whole. */
export const ImportProblem = z.object({
  row: z.int(),
  field: z.string(),
  message: z.string(),
  /** What the file says. */
  value: z.string(),
  /** What tells the row from others: the name of the patient, or the title of the event. */
  label: z.string(),
  /** The document of the patient in the row. Absent for a RUT. */
  documentType: DocumentTypeName.optional(),
  /** When the event begins. A calendar may have many events with one title. */
  date: z.iso.date().optional(),
  time: z.string().optional(),
});
export type ImportProblem = z.output<typeof ImportProblem>;

export const ImportResult = z.object({ imported: z.int(), importId: z.uuid() });
export type ImportResult = z.output<typeof ImportResult>;

/** An import that can still be undone. */
export const Import = z.object({ _id: z.uuid(), importedAt: Instant, count: z.int(), undoableUntil: Instant });
export type Import = z.output<typeof Import>;
