import { z } from 'zod';

// PostgreSQL cannot store NUL, a lone surrogate would come back as another character, other controls are never typed,
// and an override of direction can turn a dose around before the eye.
// No script piles more than thirty marks on a letter (UAX #15): bringing such a heap into one form takes quadratic time.
const FORBIDDEN = /(?![\n\r\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\p{M}{31}/u;

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
    .trim()
    .max(...atMost(max))
    .refine(hasLetterOrDigit, missing)
    .refine(...STORABLE)
    .normalize()
    .max(...atMost(max));

const freeText = (max: number) =>
  z
    .string('Debe ser un texto')
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
