import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { RateLimit } from '#contract/endpoint';
import { AppError } from './app-error.ts';
import type { IdentitySql } from './database/gates.ts';
import { countHit } from './rate-limit.store.ts';

export interface Caller {
  address: string;
  email?: string;
}

/** Counts a call and refuses it when it is one too many. The counts are the database's: replicas share them. */
export async function countAgainst(
  db: IdentitySql,
  scope: string,
  limit: RateLimit,
  caller: Caller,
  now: Date,
): Promise<void> {
  const who = limit.by === 'address' ? [] : [caller.email ?? ''];
  const key = createHash('sha256')
    .update(JSON.stringify([scope, limit.by, networkOf(caller.address), ...who]))
    .digest();
  const { hits, resetsAt } = await countHit(db, key, limit.seconds, now);
  if (hits <= limit.max) return;
  throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) });
}

/** One IPv6 subscriber holds a whole /64: its addresses count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
