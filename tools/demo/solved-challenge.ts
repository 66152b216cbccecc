import { hash } from 'node:crypto';
import type { AppDeps } from '#server/app';
import { createChallenge } from '#server/proof-of-work/proof-of-work.service';

/** What the browser of a person computes. */
export async function solvedChallenge(deps: Pick<AppDeps, 'now' | 'challengeKey'>): Promise<string> {
  const challenge = await createChallenge(deps);
  let number = 0;
  while (hash('sha256', `${challenge.salt}${number}`) !== challenge.challenge) number += 1;
  return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
}
