import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PROFESSIONS } from './professions.ts';
import { optionalText, requiredText } from './text.ts';
import { Id, Instant } from './wire.ts';

/** Declared by the person, or found by an administrator in the register of the Superintendencia de Salud. */
export const Identity = z.enum(['declared', 'verified']);
export type Identity = z.output<typeof Identity>;

/** Who confirmed an identity, when, and what they saw. */
export const IdentityCheck = z.object({
  at: Instant,
  /** The name of the administrator. Absent when that account was deleted. */
  by: z.string().optional(),
  evidence: z.string(),
});

/** The data of an account that a confirmation is about. A change of any of them takes it back. */
const Seen = z.object({
  name: z.string(),
  rut: z.string().optional(),
  rnpi: z.string().optional(),
  profession: z.enum(PROFESSIONS).optional(),
});
export type IdentityData = z.output<typeof Seen>;

const MAX_EVIDENCE_LENGTH = 1000;
const EVIDENCE_MISSING = 'Escribe qué viste en el registro';

/** The form of a confirmation. */
export const IdentityEvidence = z.object({ evidence: requiredText(EVIDENCE_MISSING, MAX_EVIDENCE_LENGTH) });

export const IdentityDecision = z
  .object({
    verified: z.boolean('Debe ser verdadero o falso'),
    /** What was seen in the register. Required to confirm. */
    evidence: optionalText(MAX_EVIDENCE_LENGTH),
    /** What the administrator compared with the register. Refused when the account has changed since. */
    seen: Seen.optional(),
  })
  .refine(({ verified, evidence }) => !verified || evidence, { error: EVIDENCE_MISSING, path: ['evidence'] });
export type IdentityDecision = z.output<typeof IdentityDecision>;

export const setIdentity = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/identity',
  access: 'admin',
  summary:
    'Confirma la identidad de una cuenta, con lo que se vio en el registro de prestadores, o retira la confirmación',
  params: Id,
  body: IdentityDecision,
  reply: z.undefined(),
  needsFreshProof: true,
});
