import { canonicalRut, compactRut } from './rut.ts';
import { requiredLine } from './text.ts';

export const MISSING_RUT = 'El RUT es requerido';
/** For a document other than a RUT. */
export const MISSING_NUMBER = 'El número es requerido';

/** A required RUT as it was written, or the number of another document. */
export const WrittenRut = requiredLine(MISSING_RUT, 20).refine((rut) => compactRut(rut) !== '', MISSING_RUT);

/** A required RUT. Accepts any spelling and returns the canonical form. */
export const Rut = WrittenRut.transform(canonicalRut);
