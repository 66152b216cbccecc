import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Endpoint, RateLimit } from '#contract/endpoint';
import { AppError } from './app-error.ts';
import type { IdentitySql } from './database/gates.ts';
import { countHit } from './rate-limit.store.ts';

/** What a call is told apart by. */
interface Mark {
  endpoint: Endpoint;
  address: string;
  email?: string;
}

/** Counts a call by where it comes from. */
export async function countByAddress(db: IdentitySql, mark: Mark, now: Date): Promise<void> {
  for (const limit of limitsOf(mark.endpoint, 'address')) await count(db, mark, limit, now);
}

/** Counts a call by where it comes from and the account that it speaks of. */
export async function countByEmail(db: IdentitySql, mark: Mark & { email: string }, now: Date): Promise<void> {
  for (const limit of limitsOf(mark.endpoint, 'address-and-email')) await count(db, mark, limit, now);
}

const limitsOf = ({ limits = [] }: Endpoint, by: RateLimit['by']) => limits.filter((limit) => limit.by === by);

/** Refuses what is one too many. The counts are the database's: replicas share them. */
async function count(db: IdentitySql, mark: Mark, limit: RateLimit, now: Date): Promise<void> {
  const { method, path } = mark.endpoint;
  const key = createHash('sha256')
    .update(JSON.stringify([method, path, limit.by, networkOf(mark.address), mark.email]))
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
