import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Prescription, PrescriptionItem } from './prescriptions.ts';
import { optionalLine } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Id } from './wire.ts';

export const MAX_PRESCRIPTION_FAVOURITES = 200;

export const NewPrescriptionFavourite = PrescriptionItem.extend({
  /** How the professional calls it. Defaults to the medicine. */
  name: optionalLine(200),
});
export type NewPrescriptionFavourite = z.output<typeof NewPrescriptionFavourite>;

export const PrescriptionFavourite = Prescription.extend({
  _id: z.uuid(),
  name: z.string(),
  undecryptable,
});
export type PrescriptionFavourite = z.output<typeof PrescriptionFavourite>;

export const listPrescriptionFavourites = endpoint({
  method: 'GET',
  path: '/api/prescription-favourites',
  access: 'professional',
  summary: 'Las recetas favoritas del profesional, por nombre',
  reply: z.array(PrescriptionFavourite),
});

export const createPrescriptionFavourite = endpoint({
  method: 'POST',
  path: '/api/prescription-favourites',
  access: 'professional',
  summary: `Guarda una receta favorita; sin nombre se llama como su medicamento; a lo más ${MAX_PRESCRIPTION_FAVOURITES}`,
  body: NewPrescriptionFavourite,
  reply: PrescriptionFavourite,
  status: 201,
});

export const updatePrescriptionFavourite = endpoint({
  method: 'PUT',
  path: '/api/prescription-favourites/{id}',
  access: 'professional',
  summary: 'Reemplaza una receta favorita; las notas en que se usó no cambian',
  params: Id,
  body: NewPrescriptionFavourite,
  reply: PrescriptionFavourite,
});

export const deletePrescriptionFavourite = endpoint({
  method: 'DELETE',
  path: '/api/prescription-favourites/{id}',
  access: 'professional',
  summary: 'Elimina una receta favorita; las notas en que se usó no cambian',
  params: Id,
  reply: z.undefined(),
});
