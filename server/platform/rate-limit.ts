import { createHash } from 'node:crypto';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { Endpoint, RateLimit } from '#contract/endpoint';
import { AppError } from './app-error.ts';
import type { IdentitySql } from './database/database.ts';
import { countHit } from './rate-limit.store.ts';

/** What requests are counted by. */
interface Subject {
  endpoint: Endpoint;
  address?: string;
  email?: string;
  account?: string;
  session?: string;
}

/** The only count that is possible before the body is read. */
export const countByAddress = (db: IdentitySql, subject: Subject & { address: string }, now: Date): Promise<void> =>
  countAll(db, subject, now, (limit) => limit.by === 'address');

/** Counts a request by the e-mail address in its body. */
export const countByEmail = (
  db: IdentitySql,
  subject: Subject & { address: string; email: string },
  now: Date,
): Promise<void> => countAll(db, subject, now, (limit) => limit.by === 'email' || limit.by === 'address-and-email');

/** Counts a request by the signed-in account. */
export const countByAccount = (db: IdentitySql, subject: Subject & { account: string }, now: Date): Promise<void> =>
  countAll(db, subject, now, (limit) => limit.by === 'account');

/** Counts a request by its session. */
export const countBySession = (db: IdentitySql, subject: Subject & { session: string }, now: Date): Promise<void> =>
  countAll(db, subject, now, (limit) => limit.by === 'session');

async function countAll(
  db: IdentitySql,
  subject: Subject,
  now: Date,
  applies: (limit: RateLimit) => boolean,
): Promise<void> {
  for (const limit of subject.endpoint.limits?.filter(applies) ?? []) await count(db, subject, limit, now);
}

/** Refuses a request above the limit. The counts are in the database, so all processes share them. */
async function count(db: IdentitySql, subject: Subject, limit: RateLimit, now: Date): Promise<void> {
  const { method, path } = subject.endpoint;
  const address = limit.by === 'email' || subject.address === undefined ? undefined : networkOf(subject.address);
  const key = createHash('sha256')
    .update(JSON.stringify([method, path, limit.by, address, subject.email, subject.account, subject.session]))
    .digest();
  const { hits, resetsAt } = await countHit(db, key, limit.seconds, now);
  if (hits <= limit.max) return;
  throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) });
}

/**
 * The network of an address, in one spelling. An IPv6 subscriber has a whole /64, so its addresses count as one.
 * Everything that is not an address (a forged X-Forwarded-For) counts together.
 */
export function networkOf(text: string): string {
  const address = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
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
