import { canonicalRut, compactRut } from './rut.ts';
import { requiredText } from './text.ts';

const MISSING = 'El RUT es requerido';

/** A RUT as it is asked for: required, in whatever spelling, kept canonical. */
export const Rut = requiredText(MISSING, 20)
  .refine((rut) => compactRut(rut) !== '', MISSING)
  .transform(canonicalRut);
