import type { Challenge } from '#contract/proof-of-work';
import { sha256 } from '#web/patient-pages/sha256.ts';

export interface Search extends Pick<Challenge, 'challenge' | 'salt'> {
  from: number;
  /** The last number that is tried. */
  to: number;
}

/** The number whose hash together with the salt is the challenge. */
export function findNumber({ challenge, salt, from, to }: Search): number | undefined {
  const wanted = [0, 8, 16, 24, 32, 40, 48, 56].map((start) => parseInt(challenge.slice(start, start + 8), 16) | 0);
  for (let number = from; number <= to; number += 1) {
    if (sha256(`${salt}${number}`).every((word, i) => word === wanted[i])) return number;
  }
  return undefined;
}
