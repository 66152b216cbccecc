import { z } from 'zod';
import { fold } from './fold.ts';
import { optionalLine, optionalText, requiredLine } from './text.ts';

/** One medicine of a prescription: what Decreto 466 of 1984, article 38, asks of it. Only the medicine is required. */
export const PrescriptionItem = z.object({
  medicamento: requiredLine('El nombre del medicamento es obligatorio', 200),
  dosis: optionalLine(200),
  posologia: optionalLine(500),
  duracion: optionalLine(200),
  indicacionesUso: optionalText(2000),
  dci: optionalLine(200),
  formaFarmaceutica: optionalLine(100),
  concentracion: optionalLine(100),
  via: optionalLine(100),
  /** The total to dispense, as '30 comprimidos'. */
  cantidad: optionalLine(100),
  // False is left out, so that equal prescriptions have the same hash.
  permanente: z
    .boolean('Debe ser verdadero o falso')
    .nullish()
    .transform((isPermanent): boolean | undefined => isPermanent || undefined)
    .optional(),
});
export type PrescriptionItem = z.output<typeof PrescriptionItem>;

/** Whether the name of a medicine says something already: 'Losartán 50 mg' says '50 mg'. */
export const isSaidBy = (name: string, part: string): boolean =>
  part === '' || ` ${fold(name)} `.includes(` ${fold(part)} `);

/** 'Losartán 50 mg', also where the strength is a field of its own. */
export const medicineWithStrength = ({
  medicamento,
  concentracion = '',
}: Pick<PrescriptionItem, 'medicamento' | 'concentracion'>): string =>
  isSaidBy(medicamento, concentracion) ? medicamento : `${medicamento} ${concentracion}`;

/** A prescription in a reply. */
export const Prescription = z.object({
  medicamento: z.string(),
  dosis: z.string().optional(),
  posologia: z.string().optional(),
  duracion: z.string().optional(),
  indicacionesUso: z.string().optional(),
  dci: z.string().optional(),
  formaFarmaceutica: z.string().optional(),
  concentracion: z.string().optional(),
  via: z.string().optional(),
  cantidad: z.string().optional(),
  permanente: z.boolean().optional(),
});
