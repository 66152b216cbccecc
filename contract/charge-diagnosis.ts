import { z } from 'zod';
import { requiredLine } from './text.ts';

/** A diagnosis as the receipt of a charge shows it. */
export const Diagnosis = z.object({
  code: z.string('Selecciona un diagnóstico').regex(/^[A-Z][0-9]{2}(\.[0-9][0-9A-Z]?)?$/, 'Selecciona un diagnóstico'),
  description: requiredLine('Selecciona un diagnóstico', 300),
});
export type Diagnosis = z.output<typeof Diagnosis>;
