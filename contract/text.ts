import { z } from 'zod';

// PostgreSQL cannot store NUL, a lone surrogate would come back as another character, other controls are never typed,
// and an override of direction can turn a dose around before the eye.
const FORBIDDEN = /(?![\n\r\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

export const storable = (text: string) => text.isWellFormed() && !FORBIDDEN.test(text);

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text);

export const UNSTORABLE = 'Contiene caracteres no permitidos';
// Aborts: bringing a long text into one Unicode form takes time that grows with its square.
export const atMost = (max: number) => [max, { error: `No puede superar los ${max} caracteres`, abort: true }] as const;

/** Text that must be there: trimmed, in one Unicode form, with its own Spanish reason when it is missing. */
export const requiredText = (missing: string, max: number) =>
  z
    .string(missing)
    .trim()
    .max(...atMost(max))
    .refine(hasLetterOrDigit, missing)
    .refine(storable, UNSTORABLE)
    .normalize()
    .max(...atMost(max));

const freeText = (max: number) =>
  z
    .string('Debe ser un texto')
    .trim()
    .max(...atMost(max))
    .refine(storable, UNSTORABLE)
    .normalize()
    .max(...atMost(max));

/** Text that may be left out: what is blank counts as absent. */
export const optionalText = (max: number) =>
  freeText(max)
    .nullish()
    .transform((text) => text || undefined);

/** Text that may be left out, and is then null. */
export const nullableText = (max: number) =>
  freeText(max)
    .nullish()
    .transform((text) => text || null);
