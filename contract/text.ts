import { z } from 'zod';

// PostgreSQL cannot store NUL, and a lone surrogate would come back as another character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
const storable = (text: string) => text.isWellFormed() && !/\u0000/.test(text);

const UNSTORABLE = 'Contiene caracteres no permitidos';
const tooLong = (max: number) => `No puede superar los ${max} caracteres`;

/** Text that must be there: trimmed, in one Unicode form, with its own Spanish reason when it is missing. */
export const requiredText = (missing: string, max: number) =>
  z.string(missing).trim().min(1, missing).max(max, tooLong(max)).refine(storable, UNSTORABLE).normalize();

/** Text that may be left out: what is blank counts as absent. */
export const optionalText = (max: number) =>
  z
    .string('Debe ser un texto')
    .trim()
    .max(max, tooLong(max))
    .refine(storable, UNSTORABLE)
    .normalize()
    .transform((text) => text || undefined)
    .optional();
