import { canonicalRut, compactRut } from './rut.ts';
import { requiredLine } from './text.ts';

const MISSING = 'El RUT es requerido';

/** A RUT as it is asked for: required, in whatever spelling, kept canonical. */
export const Rut = requiredLine(MISSING, 20)
  .refine((rut) => compactRut(rut) !== '', MISSING)
  .transform(canonicalRut);
