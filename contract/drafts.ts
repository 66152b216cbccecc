import { z } from 'zod';
import { Instant, SentId } from './wire.ts';

/** The version that a writer has read. When another has come in between, what they send is refused; without it, it is taken. */
export const ExpectedVersion = z.int('Debe ser un número entero').min(1, 'Debe ser al menos 1').optional();

/** Chosen by the client. The same id again is the same document; without it the server chooses one. */
export const NewDocumentId = SentId().optional();

/** What everything that is written first and finalised later has in common. */
export const DRAFT_FIELDS = {
  _id: z.uuid(),
  patientId: z.uuid(),
  /** Grows with every save. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  finalizedAt: Instant.optional(),
  /** SHA-256 of what was finalised, in hexadecimal. */
  contentHash: z.string().optional(),
};
