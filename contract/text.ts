import { z } from 'zod';

// PostgreSQL cannot store NUL, a lone surrogate would come back as another character, other controls are never typed,
// and an override of direction can turn a dose around before the eye.
// No script piles more than thirty marks on a letter (UAX #15): bringing such a heap into one form takes quadratic time.
const FORBIDDEN = /(?![\n\r\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\p{M}{31}/u;

/** What is pasted along and nobody sees: two texts that look alike are the same text. Joiners and emoji keep theirs. */
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u2060-\u2064\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;
const LINE_ENDS = /[\u2028\u2029]/g;
const withoutInvisible = (text: string) => text.replaceAll(INVISIBLE, '').replaceAll(LINE_ENDS, '\n');

export const storable = (text: string) => text.isWellFormed() && !FORBIDDEN.test(text);

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text);

export const UNSTORABLE = 'Contiene caracteres no permitidos';
// Both abort: bringing a long text, or a heap of marks, into one Unicode form takes time that grows with its square.
const STORABLE = [storable, { error: UNSTORABLE, abort: true }] as const;
export const atMost = (max: number) => [max, { error: `No puede superar los ${max} caracteres`, abort: true }] as const;

/** Text that must be there: trimmed, in one Unicode form, with its own Spanish reason when it is missing. */
export const requiredText = (missing: string, max: number) =>
  z
    .string(missing)
    .overwrite(withoutInvisible)
    .trim()
    .max(...atMost(max))
    .refine(hasLetterOrDigit, missing)
    .refine(...STORABLE)
    .normalize()
    .max(...atMost(max));

const freeText = (max: number) =>
  z
    .string('Debe ser un texto')
    .overwrite(withoutInvisible)
    .trim()
    .max(...atMost(max))
    .refine(...STORABLE)
    .normalize()
    .max(...atMost(max));

/** Text that may be left out: what is blank counts as absent. */
export const optionalText = (max: number) =>
  freeText(max)
    .nullish()
    .transform((text) => text || undefined)
    .optional();

/** Text that may be left out, and is then null. */
export const nullableText = (max: number) =>
  freeText(max)
    .nullish()
    .transform((text) => text || null);
