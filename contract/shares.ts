import { z } from 'zod';
import { DOCUMENT_KINDS } from './documents.ts';
import { endpoint, type RateLimit, StoredFile } from './endpoint.ts';
import { MAIL_STATUSES } from './mail.ts';
import { BirthDate } from './patients.ts';
import { requiredLine } from './text.ts';
import { Id, Instant, SentId } from './wire.ts';

/** For how many days a link may work. */
export const SHARE_DAYS = [7, 30, 90] as const;

export const MAX_SHARED_DOCUMENTS = 50;

/** How many openings of a link are kept, the newest ones. */
export const KEPT_OPENINGS = 100;

const SHARE_STATUSES = ['active', 'expired', 'revoked', 'blocked'] as const;
export const SHARE_STATUS_TEXTS: Record<(typeof SHARE_STATUSES)[number], string> = {
  active: 'Vigente',
  expired: 'Vencido',
  revoked: 'Revocado',
  blocked: 'Bloqueado',
};

/** The note of a printed part, the certificate, or the charge of a receipt. */
const ChosenDocument = z.object({
  kind: z.enum(DOCUMENT_KINDS, 'Selecciona un documento'),
  id: SentId('Selecciona un documento'),
});
export type ChosenDocument = z.output<typeof ChosenDocument>;

/** Where a patient gets a mail. */
export const PatientMailAddress = requiredLine('El correo es requerido', 254)
  .pipe(z.email('Escribe un correo válido'))
  .transform((email) => email.toLowerCase());

export const NewShare = z.object({
  documents: z
    .array(ChosenDocument, 'Selecciona al menos un documento')
    .min(1, 'Selecciona al menos un documento')
    .max(MAX_SHARED_DOCUMENTS, `Un enlace puede tener a lo más ${MAX_SHARED_DOCUMENTS} documentos`),
  days: z.literal(SHARE_DAYS, 'Selecciona por cuántos días'),
  /** Whether the patient gets the link by mail. */
  sendEmail: z
    .boolean('Debe ser verdadero o falso')
    .nullish()
    .transform((send) => send ?? false),
  /** Where the patient gets the mail. It is saved in the patient's file in the same act. */
  email: PatientMailAddress.optional().meta({
    description: 'El correo del paciente, si falta o cambió; queda guardado en su ficha',
  }),
});
export type NewShare = z.output<typeof NewShare>;

/** A new link. Its address has the token, which is stored nowhere and shown only here. */
export const CreatedShare = z.object({ _id: z.uuid(), url: z.string(), expiresAt: Instant });
export type CreatedShare = z.output<typeof CreatedShare>;

export const Share = z.object({
  _id: z.uuid(),
  documents: z.array(
    z.object({
      kind: z.enum(DOCUMENT_KINDS),
      /** The certificate, the charge of a receipt, the note, or the last addendum of a printed note that has some. */
      id: z.uuid(),
      title: z.string(),
      folio: z.string(),
    }),
  ),
  createdAt: Instant,
  expiresAt: Instant,
  status: z.enum(SHARE_STATUSES),
  /** What became of the mail with the link. Missing when none was sent. */
  mailStatus: z.enum(MAIL_STATUSES).optional(),
  /** How often somebody gave the right birth date. */
  opens: z.int(),
  /** The newest first. The address is truncated. */
  openings: z.array(z.object({ at: Instant, address: z.string() })),
});
export type Share = z.output<typeof Share>;

/** A link that five wrong birth dates have blocked. */
export const BlockedShare = z.object({
  _id: z.uuid(),
  patientId: z.uuid(),
  patientName: z.string(),
  blockedAt: Instant,
});
export type BlockedShare = z.output<typeof BlockedShare>;

export const createShare = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/shares',
  access: 'professional',
  summary: 'Crea un enlace con documentos finalizados para el paciente, tal como quedan impresos ahora',
  params: Id,
  body: NewShare,
  reply: CreatedShare,
  status: 201,
  isSlow: true,
  limits: [{ by: 'account', max: 60, seconds: 600 }],
});

export const listShares = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/shares',
  access: 'professional',
  summary: 'Los enlaces con documentos que se crearon para un paciente, del más nuevo al más antiguo',
  params: Id,
  reply: z.array(Share),
  recordsRead: 'share.listed',
});

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/shares/{id}',
  access: 'professional',
  summary: 'Termina un enlace con documentos de inmediato',
  params: Id,
  reply: z.undefined(),
});

export const listBlockedShares = endpoint({
  method: 'GET',
  path: '/api/shares/blocked',
  access: 'professional',
  summary:
    'Los enlaces bloqueados por cinco fechas de nacimiento equivocadas, hasta que se revocan, se reemplazan o vencen',
  reply: z.array(BlockedShare),
  recordsRead: 'share.listed',
});

/** Any text: a malformed token is answered like an unknown one. */
const Token = z.object({ token: z.string() });
const SharedDocumentId = Token.extend({ documentId: SentId() });

/** A patient opens a page and some documents. A token cannot be guessed. */
const LIMITS: readonly RateLimit[] = [
  { by: 'address', max: 120, seconds: 60 },
  { by: 'token', max: 60, seconds: 60 },
];

/** What the page of a link shows before the birth date. */
export const SharedLink = z.object({ professional: z.string(), expiresAt: Instant });
export type SharedLink = z.output<typeof SharedLink>;

export const SharedDocument = z.object({
  _id: z.uuid(),
  title: z.string(),
  /** The day when it was finalised. The day of the charge for a receipt. */
  date: z.iso.date(),
  fileName: z.string(),
});
export type SharedDocument = z.output<typeof SharedDocument>;

/** The ticket works for `TICKET_MINUTES`, and no longer than the link. */
export const OpenedShare = z.object({ ticket: z.string(), documents: z.array(SharedDocument) });
export type OpenedShare = z.output<typeof OpenedShare>;

export const getSharedLink = endpoint({
  method: 'GET',
  path: '/api/shared-documents/{token}',
  access: 'public',
  summary: 'De quién es un enlace con documentos, y hasta cuándo sirve',
  params: Token,
  reply: SharedLink,
  isLink: true,
  limits: LIMITS,
});

export const openShare = endpoint({
  method: 'POST',
  path: '/api/shared-documents/{token}/open',
  access: 'public',
  summary:
    'Los documentos de un enlace, con la fecha de nacimiento del paciente; la quinta equivocada bloquea el enlace',
  params: Token,
  body: z.object({ birthDate: BirthDate }),
  reply: OpenedShare,
  isLink: true,
  allowsLowStorage: true,
  limits: [
    { by: 'address', max: 30, seconds: 60 },
    { by: 'token', max: 60, seconds: 3600 },
  ],
});

export const getSharedDocument = endpoint({
  method: 'GET',
  path: '/api/shared-documents/{token}/{documentId}',
  access: 'public',
  summary: 'Un documento de un enlace en PDF, con el pase de quien dio la fecha de nacimiento (Authorization: Bearer)',
  params: SharedDocumentId,
  reply: StoredFile,
  storedTypes: ['application/pdf'],
  isLink: true,
  limits: LIMITS,
});

/**
 * The same file for a form of the page: browsers inside other apps show and save what a form answers, and not what a
 * script has loaded. The form is URL-encoded. What it cannot show leads back to the page.
 */
export const submitForSharedDocument = endpoint({
  method: 'POST',
  path: '/api/shared-documents/{token}/{documentId}',
  access: 'public',
  summary: 'Un documento de un enlace en PDF, para el formulario de la página; si no se puede, vuelve a la página',
  params: SharedDocumentId,
  body: z.object({
    ticket: z.string().max(1000),
    /** Whether the browser shows the document or saves it. */
    disposition: z.enum(['inline', 'attachment']),
  }),
  reply: StoredFile,
  storedTypes: ['application/pdf'],
  isLink: true,
  allowsLowStorage: true,
  formPage: '/documentos/{token}',
  limits: LIMITS,
});

export const SHARE_OPERATIONS = {
  createShare,
  listShares,
  revokeShare,
  listBlockedShares,
  getSharedLink,
  openShare,
  getSharedDocument,
  submitForSharedDocument,
};
