import { createHash } from 'node:crypto';
import { type Endpoint, isWrite, type RateLimit } from '#contract/endpoint';
import { networkOf, siteNetwork } from './address.ts';
import { AppError } from './app-error.ts';
import type { IdentitySql } from './database/database.ts';
import { mailboxOf } from './mailbox.ts';
import { countHit } from './rate-limit.store.ts';

/** What requests are limited by. */
interface Subject {
  endpoint: Endpoint;
  address?: string;
  email?: string | undefined;
  account?: string;
  session?: string;
  device?: string;
  token?: string | undefined;
  slug?: string | undefined;
}

/** Limits requests by address. No other limit is possible before the body is read. */
export const applyAddressLimits = (db: IdentitySql, subject: Subject & { address: string }, now: Date): Promise<void> =>
  applyLimits(db, subject, now, (limit) => limit.by === 'address');

/** Limits requests by the mailbox of the e-mail address in the body. */
export const applyEmailLimits = (
  db: IdentitySql,
  subject: Subject & { address: string; email: string },
  now: Date,
): Promise<void> => applyLimits(db, subject, now, (limit) => limit.by === 'email' || limit.by === 'address-and-email');

/** Limits requests by the signed-in account. */
export const applyAccountLimits = (db: IdentitySql, subject: Subject & { account: string }, now: Date): Promise<void> =>
  applyLimits(db, subject, now, (limit) => limit.by === 'account');

/** Limits requests by session. */
export const applySessionLimits = (db: IdentitySql, subject: Subject & { session: string }, now: Date): Promise<void> =>
  applyLimits(db, subject, now, (limit) => limit.by === 'session');

/** Limits requests by the device, which the named account knows. */
export const applyDeviceLimits = (db: IdentitySql, subject: Subject & { device: string }, now: Date): Promise<void> =>
  applyLimits(db, subject, now, (limit) => limit.by === 'device');

/** Limits requests by the secret token or the slug in the path. */
export function applyPathLimits(
  db: IdentitySql,
  { endpoint, params }: { endpoint: Endpoint; params: unknown },
  now: Date,
): Promise<void> {
  const { token, slug } = (params ?? {}) as { token?: string; slug?: string };
  return applyLimits(db, { endpoint, token, slug }, now, (limit) => limit.by === 'token' || limit.by === 'slug');
}

/** A code has six digits and three of a million are right: with fifty tries a day a guess hardly succeeds. */
const CODE_LIMIT: RateLimit = { by: 'device', max: 50, seconds: 24 * 60 * 60 };

/**
 * Limits tries at a code of the second factor. Tries of a known device or of a session are counted apart, so that
 * an attacker who knows the password does not lock its owner out.
 */
export const applyCodeLimit = (
  db: IdentitySql,
  { account, countedBy }: { account: string; countedBy: string | undefined },
  now: Date,
): Promise<void> => applyLimit(db, ['second-factor', account, countedBy], CODE_LIMIT, now);

interface IdentityDeps {
  identity: IdentitySql;
}

const DAY_S = 24 * 60 * 60;
/**
 * Mails that strangers cause in a day: to one mailbox, for all professionals together, and for one professional. With the
 * six receipts of requests about rights, a mailbox gets at most twenty.
 */
const MAILBOX_LIMIT = { max: 14, seconds: DAY_S };
const MAIL_BUDGET = { max: 300, seconds: DAY_S };
/** The share of one network: alone it does not use up the mails of all patients. */
const NETWORK_MAILS = { max: 60, seconds: DAY_S };

/**
 * Counts a mail that a stranger causes. False when the network, the mailbox or the professional has had enough of them
 * today. What the network has no share for counts against neither of the others.
 */
export async function mayCauseMail(
  { identity }: IdentityDeps,
  { owner, email, network }: { owner: string; email: string; network: string | undefined },
  now: Date,
): Promise<boolean> {
  const budget = ['mails-by-strangers', owner];
  if (network !== undefined && !(await isWithin(identity, [...budget, network], NETWORK_MAILS, now))) return false;
  if (!(await isWithin(identity, ['mails-to', mailboxOf(email)], MAILBOX_LIMIT, now))) return false;
  return isWithin(identity, budget, MAIL_BUDGET, now);
}

/** A draft is saved every 1.5 seconds at most, 40 times a minute. Nobody writes three drafts at once. */
const WRITE_LIMIT: RateLimit = { by: 'account', max: 120, seconds: 60 };
/** A larger body counts as several writes. Almost all bodies are smaller. */
const BYTES_PER_WRITE = 128 * 1024;

/** Limits all writes of an account together. */
export const applyWriteLimit = (
  db: IdentitySql,
  { account, bodyBytes }: { account: string; bodyBytes: number },
  now: Date,
): Promise<void> =>
  applyLimit(db, ['writes', account], WRITE_LIMIT, now, Math.max(1, Math.ceil(bodyBytes / BYTES_PER_WRITE)));

async function applyLimits(
  db: IdentitySql,
  subject: Subject,
  now: Date,
  applies: (limit: RateLimit) => boolean,
): Promise<void> {
  const { method, path } = subject.endpoint;
  for (const limit of subject.endpoint.limits?.filter(applies) ?? []) {
    const { address: from } = subject;
    const address = limit.by === 'email' || from === undefined ? undefined : countedNetwork(subject.endpoint, from);
    const { account, session, device, token, slug } = subject;
    const email = subject.email === undefined ? undefined : mailboxOf(subject.email);
    const key = [method, path, limit.by, address, email, account, session, device, token, slug];
    await applyLimit(db, key, limit, now);
  }
}

/**
 * What strangers write counts by site: a provider gives one IPv6 subscriber a /56 or a /48, with as many networks of 64
 * bits as anybody wants.
 */
const countedNetwork = (endpoint: Endpoint, address: string): string =>
  endpoint.access === 'public' && isWrite(endpoint) ? siteNetwork(address) : networkOf(address);

/** Refuses a request above the limit. The counts are in the database, so all processes share them. */
async function applyLimit(db: IdentitySql, subject: unknown[], limit: RateLimit, now: Date, hits = 1): Promise<void> {
  const { hits: total, resetsAt } = await countHit(db, keyOf(subject), limit.seconds, now, hits);
  if (total <= limit.max) return;
  throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) });
}

const keyOf = (subject: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(subject)).digest();

async function isWithin(
  db: IdentitySql,
  subject: unknown[],
  { max, seconds }: Pick<RateLimit, 'max' | 'seconds'>,
  now: Date,
): Promise<boolean> {
  return (await countHit(db, keyOf(subject), seconds, now)).hits <= max;
}
