import { z } from 'zod';
import { ERRORS } from './errors.ts';

/** A client tries the numbers up to this one: 25,000 hashes on average, less than a second on a telephone. */
export const MAX_NUMBER = 50_000;
/** A payload has about 360 characters. */
const MAX_PAYLOAD_LENGTH = 1000;
const NOT_PROVEN = ERRORS.PROOF_OF_WORK_INVALID.message;

/** Asks for the number that gives `challenge` as the SHA-256 of salt and number. The fields are those of ALTCHA, version 1. */
export const Challenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  maxnumber: z.int(),
  salt: z.string(),
  signature: z.string(),
});
export type Challenge = z.output<typeof Challenge>;

/** The field `altcha` of a body: the JSON of a challenge with its number, in base64. */
export const ProofOfWork = z.base64(NOT_PROVEN).min(1, NOT_PROVEN).max(MAX_PAYLOAD_LENGTH, NOT_PROVEN);
