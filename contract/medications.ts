import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { optionalLine } from './text.ts';

/** A substance in one form and strength, as a prescription names it. */
const Medication = z.object({
  dci: z.string(),
  formaFarmaceutica: z.string(),
  via: z.string(),
  concentracion: z.string().optional(),
});
export type Medication = z.output<typeof Medication>;

export const searchMedications = endpoint({
  method: 'GET',
  path: '/api/medications',
  access: 'professional',
  summary: 'Sugerencias para una receta, por palabras del principio activo, de la forma o de la concentración',
  query: z.object({ query: optionalLine(200) }),
  reply: z.array(Medication),
});

/** 'Amoxicilina 500 mg' */
export const medicationName = ({ dci, concentracion }: Medication): string =>
  [dci.charAt(0).toUpperCase() + dci.slice(1), concentracion].filter(Boolean).join(' ');
