import { z } from 'zod';
import { DRAFT_FIELDS, ExpectedVersion, NewDocumentId } from './drafts.ts';
import { endpoint } from './endpoint.ts';
import { optionalText } from './text.ts';
import { Id } from './wire.ts';

/** Maximum number of addenda of a note, drafts included. */
export const MAX_ADDENDA = 100;
/** Maximum length of all finalised addenda of a note together. They are printed in one document. */
export const MAX_ADDENDA_LENGTH = 100_000;
/** Body limit: the longest valid text with every character written as a JSON escape. */
const BODY_LIMIT = 512 * 1024;

export const AddendumContent = z.object({ content: optionalText(50_000) });
export type AddendumContent = z.output<typeof AddendumContent>;

const NewAddendum = AddendumContent.extend({ _id: NewDocumentId });
export type NewAddendum = z.output<typeof NewAddendum>;

const AddendumChange = AddendumContent.extend({ version: ExpectedVersion });
export type AddendumChange = z.output<typeof AddendumChange>;

export const Addendum = z.object({
  ...DRAFT_FIELDS,
  noteId: z.uuid(),
  content: z.string(),
  /** The name of the professional when it was finalised. Missing in a draft, and in the notes of a list. */
  author: z.string().optional(),
  status: z.enum(['draft', 'finalized']),
});
export type Addendum = z.output<typeof Addendum>;

export const createAddendum = endpoint({
  method: 'POST',
  path: '/api/clinical-notes/{id}/addenda',
  access: 'professional',
  summary: 'Agrega una adenda en borrador a una nota clínica finalizada',
  params: Id,
  body: NewAddendum,
  bodyLimit: BODY_LIMIT,
  reply: Addendum,
  status: 201,
});

export const updateAddendum = endpoint({
  method: 'PUT',
  path: '/api/addenda/{id}',
  access: 'professional',
  summary: 'Reemplaza el texto de una adenda en borrador',
  params: Id,
  body: AddendumChange,
  bodyLimit: BODY_LIMIT,
  reply: Addendum,
});

export const finalizeAddendum = endpoint({
  method: 'POST',
  path: '/api/addenda/{id}/finalize',
  access: 'professional',
  summary: 'Finaliza una adenda para siempre',
  params: Id,
  body: z.object({ version: ExpectedVersion }).optional(),
  reply: Addendum,
});

export const deleteAddendum = endpoint({
  method: 'DELETE',
  path: '/api/addenda/{id}',
  access: 'professional',
  summary: 'Elimina una adenda en borrador',
  params: Id,
  reply: z.undefined(),
});
