import { z } from 'zod';
import { cleanLine, cleanText } from './clean-text.ts';

// PostgreSQL cannot store NUL, and a lone surrogate would be read back as a different character. This check runs before
// cleaning, because cleaning could join two lone surrogates into a valid pair.
const isWellFormed = (text: string) => text.isWellFormed() && !text.includes('\0');

// Passwords are not cleaned, so control characters and bidirectional controls are refused here.
// No script uses more than thirty combining marks on a letter (UAX #15). Normalizing more takes quadratic time.
const FORBIDDEN = /(?![\n\r\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\p{M}{31}/u;
export const storable = (text: string) => text.isWellFormed() && !FORBIDDEN.test(text);

const hasLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text);

export const UNSTORABLE = 'Contiene caracteres no permitidos';
// Each check aborts, so that Unicode normalization, which can take quadratic time, never runs on refused text.
const WELL_FORMED = z.refine<string>(isWellFormed, { error: UNSTORABLE, abort: true });
const STORABLE = z.refine<string>(storable, { error: UNSTORABLE, abort: true });
const TRIM = z.trim();
const NORMALIZE = z.normalize();
export const atMost = (max: number) => [max, { error: `No puede superar los ${max} caracteres`, abort: true }] as const;

type Clean = z.core.$ZodCheck<string>;
const CLEAN_TEXT: Clean = z.overwrite(cleanText);
const CLEAN_LINE: Clean = z.overwrite(cleanLine);

// The checks are added at once: every method of a schema copies it, and a browser makes some hundred of these.
const required = (clean: Clean) => (missing: string, max: number) => {
  const fits = z.maxLength(...atMost(max));
  const isFilled = z.refine<string>(hasLetterOrDigit, missing);
  return z.string(missing).check(WELL_FORMED, clean, TRIM, fits, isFilled, STORABLE, NORMALIZE, fits);
};

const free = (clean: Clean, max: number) => {
  const fits = z.maxLength(...atMost(max));
  return z.string('Debe ser un texto').check(WELL_FORMED, clean, TRIM, fits, STORABLE, NORMALIZE, fits).nullish();
};

const optional = (clean: Clean) => (max: number) =>
  free(clean, max)
    .transform((text) => text || undefined)
    .optional();

/** Required text: cleaned, trimmed and normalized. `missing` is the Spanish message for a blank value. */
export const requiredText = required(CLEAN_TEXT);

/** Required text on one line. Line breaks and tabs become spaces. */
export const requiredLine = required(CLEAN_LINE);

/** Optional text. Blank text becomes undefined. */
export const optionalText = optional(CLEAN_TEXT);

/** Optional text on one line. */
export const optionalLine = optional(CLEAN_LINE);

/** Optional text. Blank or absent text becomes null. */
export const nullableText = (max: number) => free(CLEAN_TEXT, max).transform((text) => text || null);

/** Text in a change: absent text stays as it is, blank text or null clears it. */
export const changedText = (max: number) => free(CLEAN_TEXT, max);

/** One line of text in a change: absent text stays as it is, blank text or null clears it. */
export const changedLine = (max: number) => free(CLEAN_LINE, max);
