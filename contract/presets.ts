import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Prescription, PrescriptionItem } from './prescriptions.ts';
import { optionalLine, optionalText, requiredLine } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Id } from './wire.ts';

export const MAX_NOTE_TEMPLATES = 100;
/** Maximum size of the texts of all templates together. The list of templates contains the full texts. */
export const MAX_NOTE_TEMPLATES_BYTES = 1024 * 1024;
/** Body limit: the longest valid template with every character written as a JSON escape. */
const BODY_LIMIT = 512 * 1024;

const LongText = optionalText(20_000);

export const NewNoteTemplate = z
  .object({
    name: requiredLine('El nombre es requerido', 100),
    reason: optionalText(5000),
    anamnesis: LongText,
    plansAndIndications: LongText,
  })
  .refine(({ reason, anamnesis, plansAndIndications }) => reason || anamnesis || plansAndIndications, {
    error: 'Escribe al menos uno de los tres textos',
    path: ['reason'],
  });
export type NewNoteTemplate = z.output<typeof NewNoteTemplate>;

export const NoteTemplate = z.object({
  _id: z.uuid(),
  name: z.string(),
  reason: z.string().optional(),
  anamnesis: z.string().optional(),
  plansAndIndications: z.string().optional(),
  undecryptable,
});
export type NoteTemplate = z.output<typeof NoteTemplate>;

export const listNoteTemplates = endpoint({
  method: 'GET',
  path: '/api/note-templates',
  access: 'professional',
  summary: 'Las plantillas de notas clínicas del profesional, por nombre',
  reply: z.array(NoteTemplate),
});

export const createNoteTemplate = endpoint({
  method: 'POST',
  path: '/api/note-templates',
  access: 'professional',
  summary: `Crea una plantilla de notas clínicas; su nombre no se repite, sin distinguir mayúsculas ni tildes; a lo más ${MAX_NOTE_TEMPLATES}, con 1 MB de texto en total`,
  body: NewNoteTemplate,
  bodyLimit: BODY_LIMIT,
  reply: NoteTemplate,
  status: 201,
});

export const updateNoteTemplate = endpoint({
  method: 'PUT',
  path: '/api/note-templates/{id}',
  access: 'professional',
  summary: 'Reemplaza una plantilla de notas clínicas; las notas escritas con ella no cambian',
  params: Id,
  body: NewNoteTemplate,
  bodyLimit: BODY_LIMIT,
  reply: NoteTemplate,
});

export const deleteNoteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/note-templates/{id}',
  access: 'professional',
  summary: 'Elimina una plantilla de notas clínicas; las notas escritas con ella no cambian',
  params: Id,
  reply: z.undefined(),
});

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
