import { z } from 'zod';
import { Instant, SentId } from './wire.ts';

/** The version that the client has read. A request for an older version is refused; one without a version is accepted. */
export const ExpectedVersion = z.int('Debe ser un número entero').min(1, 'Debe ser al menos 1').optional();

/** Chosen by the client. The same id again is the same document; without it the server chooses one. */
export const NewDocumentId = SentId().optional();

/** The fields that notes and certificates share. */
export const DRAFT_FIELDS = {
  _id: z.uuid(),
  patientId: z.uuid(),
  /** Incremented by every save. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  finalizedAt: Instant.optional(),
  /** SHA-256 of the finalised content, in hexadecimal. */
  contentHash: z.string().optional(),
};
