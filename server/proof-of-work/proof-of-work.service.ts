import { hkdfSync } from 'node:crypto';
import { createChallenge as createAltchaChallenge, verifySolution } from 'altcha-lib/v1';
import { z } from 'zod';
import { CHALLENGE_MINUTES } from '#contract/challenge-lifetime';
import { type Challenge, MAX_NUMBER } from '#contract/proof-of-work';
import { AppError } from '#server/platform/app-error';
import type { Database } from '#server/platform/database/database';
import { isSolved, storeSolved } from './solved-challenges.store.ts';

const ALGORITHM = 'SHA-256';

export interface ProofOfWorkDeps extends Pick<Database, 'identity'> {
  now(): Date;
  /** Signs challenges. All processes of an installation have the same key. */
  challengeKey: string;
}

/** Derived from the key of access tokens, so that an operator keeps no further key. */
export const deriveChallengeKey = (tokenKey: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', tokenKey, '', 'ficha-austral proof of work', 32)).toString('base64url');

/** Nothing is stored before a challenge is solved. */
export async function createChallenge(deps: Pick<ProofOfWorkDeps, 'now' | 'challengeKey'>): Promise<Challenge> {
  const { challenge, salt, signature } = await createAltchaChallenge({
    algorithm: ALGORITHM,
    maxnumber: MAX_NUMBER,
    expires: new Date(deps.now().getTime() + CHALLENGE_MINUTES * 60_000),
    hmacKey: deps.challengeKey,
  });
  return { algorithm: ALGORITHM, challenge, maxnumber: MAX_NUMBER, salt, signature };
}

const SHA_256 = z.string().regex(/^[0-9a-f]{64}$/);
/** The form of `createChallenge` alone. A salt says when its challenge expires, in seconds. */
const Solution = z.object({
  algorithm: z.literal(ALGORITHM),
  challenge: SHA_256,
  number: z.int().min(0).max(MAX_NUMBER),
  salt: z.string().regex(/^[0-9a-f]{24}\?expires=\d{1,12}&$/),
  signature: SHA_256,
});
type Solution = z.output<typeof Solution>;

/**
 * Refuses a request without the solution of a challenge. A solution works once. `countRequest` refuses a request above its
 * limits: it counts no request whose solution is wrong or was used, and leaves the solution of a refused one usable. So
 * this is called after everything that a person can correct, and before the transaction begins.
 */
export async function requireProofOfWork(
  deps: ProofOfWorkDeps,
  payload: string,
  countRequest: () => Promise<void> = async () => undefined,
): Promise<void> {
  const solution = parseSolution(payload);
  // The library would compare the expiry with the clock of the machine.
  if (!solution || !(await verifySolution(solution, deps.challengeKey, false))) throw new AppError(INVALID);
  const expiresAt = readExpiry(solution);
  if (expiresAt <= deps.now()) throw new AppError(INVALID);
  const hash = Buffer.from(solution.challenge, 'hex');
  if (await isSolved(deps.identity, hash)) throw new AppError(INVALID);
  await countRequest();
  if (!(await storeSolved(deps.identity, { hash, expiresAt }))) throw new AppError(INVALID);
}

const INVALID = 'PROOF_OF_WORK_INVALID';

function parseSolution(payload: string): Solution | undefined {
  try {
    return Solution.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

function readExpiry({ salt }: Solution): Date {
  const seconds = new URLSearchParams(salt.slice(salt.indexOf('?'))).get('expires');
  return new Date(Number(seconds) * 1000);
}
