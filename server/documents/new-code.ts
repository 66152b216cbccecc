import { createHash, randomBytes } from 'node:crypto';
import { CODE_ALPHABET, CODE_LENGTH } from '#contract/documents';
import type { Database } from '#server/platform/database/database';
import { isWorkerAway } from '#server/platform/database/transaction';
import { findVerification } from './verifications.store.ts';

/** Where one worker of two is away, one code in two can be stored: one print in a thousand finds none. */
const ATTEMPTS = 10;

/**
 * A code under which a verification can be stored. The workers of Citus share the verifications by their codes, whoever
 * owns them. A code is chosen before the document is printed, so a code whose worker is away would fail every print.
 */
export async function newCode(deps: Pick<Database, 'public' | 'isDistributed'>, attempts = ATTEMPTS): Promise<string> {
  const code = randomCode();
  if (!deps.isDistributed) return code;
  try {
    await findVerification(deps.public, hashCode(code));
    return code;
  } catch (error) {
    if (attempts === 1 || !isWorkerAway(error)) throw error;
    return newCode(deps, attempts - 1);
  }
}

/** 140 random bits. */
const randomCode = (): string => Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % 32]).join('');

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();
