import { createHash } from 'node:crypto';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { Endpoint, RateLimit } from '#contract/endpoint';
import { AppError } from './app-error.ts';
import type { IdentitySql } from './database/database.ts';
import { countHit } from './rate-limit.store.ts';

/** What a call is told apart by. */
interface Mark {
  endpoint: Endpoint;
  address?: string;
  email?: string;
  account?: string;
  session?: string;
}

/** Counts a call by where it comes from: all that is known before its body is read. */
export const countByAddress = (db: IdentitySql, mark: Mark & { address: string }, now: Date): Promise<void> =>
  countAll(db, mark, now, (limit) => limit.by === 'address');

/** Counts a call by the account that it speaks of. */
export const countByEmail = (
  db: IdentitySql,
  mark: Mark & { address: string; email: string },
  now: Date,
): Promise<void> => countAll(db, mark, now, (limit) => limit.by === 'email' || limit.by === 'address-and-email');

/** Counts a call by who is signed in. */
export const countByAccount = (db: IdentitySql, mark: Mark & { account: string }, now: Date): Promise<void> =>
  countAll(db, mark, now, (limit) => limit.by === 'account');

/** Counts a call by the login that it goes back to. */
export const countBySession = (db: IdentitySql, mark: Mark & { session: string }, now: Date): Promise<void> =>
  countAll(db, mark, now, (limit) => limit.by === 'session');

async function countAll(db: IdentitySql, mark: Mark, now: Date, isMeant: (limit: RateLimit) => boolean): Promise<void> {
  for (const limit of mark.endpoint.limits?.filter(isMeant) ?? []) await count(db, mark, limit, now);
}

/** Refuses what is one too many. The counts are the database's: replicas share them. */
async function count(db: IdentitySql, mark: Mark, limit: RateLimit, now: Date): Promise<void> {
  const { method, path } = mark.endpoint;
  const address = limit.by === 'email' || mark.address === undefined ? undefined : networkOf(mark.address);
  const key = createHash('sha256')
    .update(JSON.stringify([method, path, limit.by, address, mark.email, mark.account, mark.session]))
    .digest();
  const { hits, resetsAt } = await countHit(db, key, limit.seconds, now);
  if (hits <= limit.max) return;
  throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) });
}

/**
 * Where a call comes from, in one spelling. One IPv6 subscriber holds a whole /64: its addresses count as one.
 * What is no address (a forged or odd X-Forwarded-For) counts together.
 */
export function networkOf(given: string): string {
  const address = given.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  return mapped ?? groupsOf(canonical).slice(0, 4).join(':');
}

/** '2001:db8::9' → eight groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
