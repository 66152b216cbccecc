import { hash } from 'node:crypto';
import type { Challenge } from '#contract/proof-of-work';

/** The field `altcha` of a body. Synchronous hashes find it twenty times faster than the solver of altcha-lib. */
export function solveChallenge(challenge: Challenge): string {
  const { salt, maxnumber } = challenge;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (hash('sha256', `${salt}${number}`) === challenge.challenge) return encodeSolution({ ...challenge, number });
  }
  throw new Error('the challenge has no solution');
}

/** Encodes a solution as a browser sends it. A test may give it wrong values. */
export const encodeSolution = (solution: unknown): string => Buffer.from(JSON.stringify(solution)).toString('base64');
