import { canonicalRut, compactRut } from './rut.ts';
import { requiredLine } from './text.ts';

const MISSING = 'El RUT es requerido';

/** A required RUT. Accepts any spelling and returns the canonical form. */
export const Rut = requiredLine(MISSING, 20)
  .refine((rut) => compactRut(rut) !== '', MISSING)
  .transform(canonicalRut);
