import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PrescriptionItem } from './prescriptions.ts';
import { Id } from './wire.ts';

/** What the rule about allergies reads of a medicine. */
const WarnedPrescription = PrescriptionItem.pick({ medicamento: true, dci: true });
export type WarnedPrescription = z.output<typeof WarnedPrescription>;

/** As many as a note may have. */
const MAX_WARNED = 100;

export const reviewPrescriptions = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/allergy-warnings',
  access: 'professional',
  summary:
    'Registra que se eligió revisar recetas por una alergia registrada; las que no se relacionan no se registran',
  params: Id,
  body: z.object({
    prescriptions: z
      .array(WarnedPrescription, 'Debe ser una lista')
      .max(MAX_WARNED, `Pueden ser a lo más ${MAX_WARNED} recetas`),
  }),
  reply: z.undefined(),
});
