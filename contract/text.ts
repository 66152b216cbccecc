import { z } from 'zod';

/** Line breaks of other programs: a paragraph from Word carries U+000B. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Pasted along and never seen: controls, marks of direction, invisible characters. A telephone number from WhatsApp
 * comes between U+202A and U+202C, and an override of direction can turn a dose around before the eye. Without them,
 * two texts that look alike are the same text. Joiners stay: emoji and Persian need them.
 */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

export const cleanText = (text: string): string => text.replaceAll(LINE_BREAKS, '\n').replaceAll(INVISIBLE, '');

const cleanLine = (text: string): string => cleanText(text).replaceAll(/[\n\t]+/g, ' ');

// PostgreSQL cannot store NUL, and a lone surrogate would come back as another character. Checked before cleaning,
// which could join two halves of different characters into a third.
const isWhole = (text: string) => text.isWellFormed() && !text.includes('\0');

// A password is never cleaned, so what is cleaned elsewhere is refused here.
// No script piles more than thirty marks on a letter (UAX #15): bringing such a heap into one form takes quadratic time.
const FORBIDDEN = /(?![\n\r\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\p{M}{31}/u;
export const storable = (text: string) => text.isWellFormed() && !FORBIDDEN.test(text);

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text);

export const UNSTORABLE = 'Contiene caracteres no permitidos';
// All abort: bringing a long text, or a heap of marks, into one Unicode form takes time that grows with its square.
const WHOLE = [isWhole, { error: UNSTORABLE, abort: true }] as const;
const STORABLE = [storable, { error: UNSTORABLE, abort: true }] as const;
export const atMost = (max: number) => [max, { error: `No puede superar los ${max} caracteres`, abort: true }] as const;

type Clean = typeof cleanText;

const required = (clean: Clean) => (missing: string, max: number) =>
  z
    .string(missing)
    .refine(...WHOLE)
    .overwrite(clean)
    .trim()
    .max(...atMost(max))
    .refine(hasLetterOrDigit, missing)
    .refine(...STORABLE)
    .normalize()
    .max(...atMost(max));

const free = (clean: Clean, max: number) =>
  z
    .string('Debe ser un texto')
    .refine(...WHOLE)
    .overwrite(clean)
    .trim()
    .max(...atMost(max))
    .refine(...STORABLE)
    .normalize()
    .max(...atMost(max))
    .nullish();

const optional = (clean: Clean) => (max: number) =>
  free(clean, max)
    .transform((text) => text || undefined)
    .optional();

/** Text that must be there: cleaned, trimmed, in one Unicode form, with its own Spanish reason when it is missing. */
export const requiredText = required(cleanText);

/** The same on one line: a line break or a tab becomes a space. */
export const requiredLine = required(cleanLine);

/** Text that may be left out: what is blank counts as absent. */
export const optionalText = optional(cleanText);

/** The same on one line. */
export const optionalLine = optional(cleanLine);

/** Text that may be left out, and is then null. */
export const nullableText = (max: number) => free(cleanText, max).transform((text) => text || null);
