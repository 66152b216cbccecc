import { z } from 'zod';

// PostgreSQL cannot store NUL, and a lone surrogate would come back as another character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
export const storable = (text: string) => text.isWellFormed() && !/\u0000/.test(text);

export const UNSTORABLE = 'Contiene caracteres no permitidos';
// Aborts: bringing a long text into one Unicode form takes time that grows with its square.
export const atMost = (max: number) => [max, { error: `No puede superar los ${max} caracteres`, abort: true }] as const;

/** Text that must be there: trimmed, in one Unicode form, with its own Spanish reason when it is missing. */
export const requiredText = (missing: string, max: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(...atMost(max))
    .refine(storable, UNSTORABLE)
    .normalize();

const freeText = (max: number) =>
  z
    .string('Debe ser un texto')
    .trim()
    .max(...atMost(max))
    .refine(storable, UNSTORABLE)
    .normalize();

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
