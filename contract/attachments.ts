import { z } from 'zod';
import { NewDocumentId } from './drafts.ts';
import { endpoint, FileBytes, StoredFile } from './endpoint.ts';
import { Id, Instant, SentId, wholeNumber } from './wire.ts';

/** The accepted types with the endings of their file names. The content of a file decides its type, not its name. */
export const ATTACHMENT_TYPES = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
} as const;
export type AttachmentType = keyof typeof ATTACHMENT_TYPES;
const TYPES = Object.keys(ATTACHMENT_TYPES) as [AttachmentType, ...AttachmentType[]];

export const MAX_ATTACHMENT_BYTES = 15 * 1024 * 1024;
/** Allowance for the other fields of the form and its headers. */
const FORM_BYTES = 64 * 1024;
/** Up to this size the error states the limit of a file. A larger body gets the generic error. */
const MAX_READ_BYTES = 40 * 1024 * 1024;

export const ATTACHMENTS_PAGE = 24;

export const Attachment = z.object({
  _id: z.uuid(),
  /** The note that it was added to, if it was. */
  noteId: z.uuid().optional(),
  name: z.string(),
  type: z.enum(TYPES),
  /** Bytes. */
  size: z.int(),
  createdAt: Instant,
  /** A small picture as a data URL. Images alone have one. */
  thumbnail: z.string().optional(),
  /** It belongs to a finalised note, so it cannot be deleted. */
  isPermanent: z.boolean(),
  undecryptable: z.literal(true).optional(),
});
export type Attachment = z.output<typeof Attachment>;

const AttachmentsQuery = z.object({
  /** Lists only the attachments of this note. */
  noteId: SentId().optional(),
  /** The id of an attachment. The reply begins with the next one in the list. */
  before: SentId().optional(),
  limit: wholeNumber(1, 100).default(ATTACHMENTS_PAGE),
});
export type AttachmentsQuery = z.output<typeof AttachmentsQuery>;

const AttachmentForm = z.object({
  _id: NewDocumentId,
  file: FileBytes,
  /** By default the name of the file in the form. */
  fileName: z.string().max(1000, 'El nombre es demasiado largo').optional(),
  noteId: SentId().optional(),
});
export type AttachmentForm = z.output<typeof AttachmentForm>;

export const listAttachments = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/attachments',
  access: 'professional',
  summary: 'Los archivos de un paciente o de una de sus notas, lo más reciente primero',
  params: Id,
  query: AttachmentsQuery,
  reply: z.array(Attachment),
  recordsRead: 'attachment.listed',
});

export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/attachments',
  access: 'professional',
  summary: 'Agrega un archivo PDF, JPEG o PNG de hasta 15 MB al paciente o a una de sus notas',
  params: Id,
  body: AttachmentForm,
  upload: 'file',
  isSlow: true,
  bodyLimit: MAX_ATTACHMENT_BYTES + FORM_BYTES,
  tooLarge: { code: 'ATTACHMENT_TOO_LARGE', upTo: MAX_READ_BYTES },
  limits: [{ by: 'account', max: 200, seconds: 600 }],
  reply: Attachment,
});

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/attachments/{id}',
  access: 'professional',
  summary: 'El archivo, con su nombre',
  params: Id,
  reply: StoredFile,
  storedTypes: TYPES,
  recordsRead: 'attachment.opened',
});

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/api/attachments/{id}',
  access: 'professional',
  summary: 'Elimina un archivo que no es parte de una nota finalizada',
  params: Id,
  reply: z.undefined(),
});
