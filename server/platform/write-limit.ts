import { createHash } from 'node:crypto';
import { AppError } from './app-error.ts';
import type { IdentitySql } from './database/database.ts';
import { countHit } from './rate-limit.store.ts';

/** A draft is saved every 1.5 seconds at most, 40 times a minute. Nobody writes three drafts at once. */
export const WRITES_PER_MINUTE = 120;
const WINDOW_MS = 60 * 1000;
/** A larger body counts as several writes. Almost all bodies are smaller. */
const BYTES_PER_WRITE = 128 * 1024;
/**
 * Writes are counted in memory and reported to the database ten at a time. Somebody who writes less often costs the
 * database nothing, and of several processes each lets nine more writes pass.
 */
const REPORTED_AT_ONCE = 10;

interface Account {
  since: number;
  unreported: number;
  blockedUntil: number;
}

/**
 * Limits the writes of each account, over all processes. Returns a function that counts one write, and refuses it above
 * the limit.
 */
export function createWriteLimit(db: IdentitySql, now: () => Date) {
  let accounts = new Map<string, Account>();
  let cleanedAt = 0;
  // The clock may have been set back, so the distance counts in both directions.
  const isWithinWindow = (since: number, at: number) => Math.abs(at - since) < WINDOW_MS;

  function stateOf(id: string, at: number): Account {
    if (!isWithinWindow(cleanedAt, at)) {
      accounts = new Map([...accounts].filter(([, { since }]) => isWithinWindow(since, at)));
      cleanedAt = at;
    }
    const known = accounts.get(id);
    if (known && isWithinWindow(known.since, at)) return known;
    const account = { since: at, unreported: 0, blockedUntil: 0 };
    accounts.set(id, account);
    return account;
  }

  return async (id: string, bodyBytes: number): Promise<void> => {
    const date = now();
    const at = date.getTime();
    const account = stateOf(id, at);
    if (account.blockedUntil > at) throw tooMany(account.blockedUntil - at);
    account.unreported += Math.max(1, Math.ceil(bodyBytes / BYTES_PER_WRITE));
    if (account.unreported < REPORTED_AT_ONCE) return;
    const writes = account.unreported;
    account.unreported = 0;
    const { hits, resetsAt } = await countHit(db, keyOf(id), WINDOW_MS / 1000, date, writes);
    if (hits <= WRITES_PER_MINUTE) return;
    account.since = at;
    account.blockedUntil = resetsAt.getTime();
    throw tooMany(account.blockedUntil - at);
  };
}

const keyOf = (account: string) =>
  createHash('sha256')
    .update(JSON.stringify(['writes', account]))
    .digest();

const tooMany = (milliseconds: number) =>
  new AppError('TOO_MANY_TRIES', { retryAfter: Math.ceil(milliseconds / 1000) });
