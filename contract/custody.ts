import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DocumentTypeName } from './patient-identity.ts';
import { Instant, SentId, wholeNumber } from './wire.ts';

/** The law has a clinical record kept for fifteen years after its last entry (Ley 20.584, art. 13). */
export const CUSTODY_YEARS = 15;

/** A deleted patient whose finalised documents and attachments are kept. */
export const CustodyRecord = z.object({
  patientId: z.uuid(),
  /** As in the last finalised document or attachment. Absent when it cannot be decrypted. */
  name: z.string().optional(),
  socialName: z.string().optional(),
  rut: z.string().optional(),
  /** Absent in documents from the time when every patient had a RUT. */
  documentType: DocumentTypeName.optional(),
  documents: z.int(),
  lastRecordAt: Instant,
  keptUntil: Instant,
});
export type CustodyRecord = z.output<typeof CustodyRecord>;

const CustodyQuery = z.object({
  /** The id of a patient. The reply begins with the next one in the list. */
  before: SentId().optional(),
  /** Without it, the whole list is returned. */
  limit: wholeNumber(1, 200).optional(),
});
export type CustodyQuery = z.output<typeof CustodyQuery>;

export const listCustody = endpoint({
  method: 'GET',
  path: '/api/account/custody',
  access: 'professional',
  summary: 'Los pacientes eliminados cuyos documentos finalizados siguen en custodia, lo más reciente primero',
  query: CustodyQuery,
  reply: z.array(CustodyRecord),
  recordsRead: 'custody.listed',
});
