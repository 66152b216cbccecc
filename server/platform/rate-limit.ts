import { createHash } from 'node:crypto';
import type { Endpoint, RateLimit } from '#contract/endpoint';
import { networkOf } from './address.ts';
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
