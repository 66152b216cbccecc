import { expect, test } from 'vitest';
import { z } from 'zod';
import { receiveNotification } from './billing.ts';
import { ENDPOINTS } from './endpoints.ts';

const BROKEN = ['uno\ndos 3', 'uno\r\ndos 3', 'uno\u000bdos 3', 'uno\u2028dos 3'];
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/** The innermost schema: without optional, nullable, default and transformed. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return innerOf(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? innerOf(schema.in) : schema;
}

/** The paths of the text fields that keep a line break. */
function keptIn(schema: z.core.$ZodType, path: string): string[] {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([name, field]) => keptIn(field, `${path}.${name}`));
  }
  if (inner instanceof z.ZodArray) return keptIn(inner.element, `${path}[]`);
  const isKept = BROKEN.some((text) => {
    const read = z.safeParse(schema, text);
    return read.success && typeof read.data === 'string' && LINE_BREAK.test(read.data);
  });
  return isKept ? [path] : [];
}

const SEVERAL_LINES = [
  'alertas',
  'allergies',
  'anamnesis',
  'answer',
  'content',
  'description',
  'evidence',
  'indicacionesUso',
  'measures',
  'message',
  'notas',
  'note',
  'plansAndIndications',
  'preferencias',
  'reason',
  'text',
];
/** Compared with what is stored, and never stored or shown themselves. */
const COMPARED = [
  'knownAllergies',
  'currentPassword',
  'newPassword',
  'password',
  'refreshToken',
  'seen.name',
  'seen.rnpi',
  'seen.rut',
  'slug',
  'ticket',
  'token',
  'version',
];
/** Cleaned by `server/attachments/attachment-name.ts` before it is stored. */
const CLEANED_LATER = ['fileName'];
/** A field that people do not see and programs fill. Never stored. */
const NEVER_STORED = ['website'];

test('only texts of several lines keep a line break; every other field is one line', () => {
  const kept = ENDPOINTS.filter(({ path }) => !path.startsWith(receiveNotification.path)).flatMap(({ body, query }) =>
    [body, query].flatMap((schema) => (schema ? keptIn(schema, '') : [])),
  );
  const names = new Set(kept.map((path) => path.replace(/^\./, '').replace(/^prescriptions\[\]\./, '')));
  expect([...names].sort()).toEqual([...SEVERAL_LINES, ...COMPARED, ...CLEANED_LATER, ...NEVER_STORED].sort());
});
