import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { sha256 } from '#server/platform/crypto/canonical';
import type { KeyRing } from '#server/platform/crypto/field-cipher';
import type { AuditTx, Database } from '#server/platform/database/database';
import { insertSeals, lastSeal, lockSeals, markSealed, type Seal, unsealedHeads } from './seals.store.ts';

export interface SealDeps extends Pick<Database, 'auditTransaction'> {
  now(): Date;
  warn(details: Record<string, unknown>, message: string): void;
}

/** How many chains one transaction seals. It locks the ends of these chains for a moment. */
const HEADS_AT_ONCE = 100;

const MARKED_IN_ADVANCE =
  'entries were marked as sealed before they were written, and are sealed now: somebody changed audit_heads';

/** What a seal states, with the digest of the one before it. */
export const digestOf = (previous: Buffer | undefined, seal: Omit<Seal, 'digest' | 'mac'>): Buffer => {
  const { number, ownerId, entryNumber, entryHash, sealedAt, keyNumber } = seal;
  const values = [previous?.toString('hex') ?? '', number, ownerId, entryNumber, entryHash.toString('hex')];
  return sha256([...values, sealedAt.toISOString(), keyNumber].join('\n'));
};

/** The key of the seals follows from a data key, which is not in the database. */
const macOf = (dataKey: KeyObject, digest: Buffer): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', dataKey, '', 'ficha-austral audit seal', 32)))
    .update(digest)
    .digest();

/** Undefined when the key ring does not have the key of the seal. */
export function isGenuine(
  ring: Readonly<KeyRing>,
  { keyNumber, digest, mac }: Pick<Seal, 'keyNumber' | 'digest' | 'mac'>,
): boolean | undefined {
  const key = ring.keys.get(keyNumber);
  return key && mac.length === 32 && timingSafeEqual(macOf(key, digest), mac);
}

/** The HMAC of a digest under the current data key, and the number of that key. */
export function authenticate(ring: Readonly<KeyRing>, digest: Buffer): Pick<Seal, 'keyNumber' | 'mac'> {
  const key = ring.keys.get(ring.current);
  if (!key) throw new Error(`the key ring has no key ${ring.current}`);
  return { keyNumber: ring.current, mac: macOf(key, digest) };
}

interface SealOptions {
  /** Does nothing when there is a seal after this time. */
  notSince?: Date;
  /** Ends after the transaction under way. */
  signal?: AbortSignal;
}

/** Seals the chains that have grown since their last seal, and returns how many there were. */
export async function sealChains(
  deps: SealDeps,
  ring: Readonly<KeyRing>,
  { notSince, signal }: SealOptions = {},
): Promise<number> {
  let total = 0;
  for (;;) {
    const sealed = await deps.auditTransaction((tx) => sealSome(tx, deps, ring, total === 0 ? notSince : undefined));
    total += sealed;
    if (sealed < HEADS_AT_ONCE || signal?.aborted) return total;
  }
}

async function sealSome(
  tx: AuditTx,
  { now, warn }: SealDeps,
  ring: Readonly<KeyRing>,
  notSince: Date | undefined,
): Promise<number> {
  const at = now();
  await lockSeals(tx);
  let previous = await lastSeal(tx);
  // Another process has just made the seals of this time.
  if (notSince && previous && previous.sealedAt > notSince && previous.sealedAt <= at) return 0;
  const heads = await unsealedHeads(tx, HEADS_AT_ONCE);
  const seals: Seal[] = [];
  for (const { ownerId, entryNumber, entryHash, sealedNumber } of heads) {
    if (BigInt(sealedNumber) > BigInt(entryNumber)) {
      warn({ owner: ownerId, entry: entryNumber, markedUntil: sealedNumber }, MARKED_IN_ADVANCE);
    }
    const number = String(BigInt(previous?.number ?? 0) + 1n);
    const content = { number, ownerId, entryNumber, entryHash, sealedAt: at, keyNumber: ring.current };
    const digest = digestOf(previous?.digest, content);
    previous = { ...content, digest, ...authenticate(ring, digest) };
    seals.push(previous);
  }
  if (seals.length > 0) await insertSeals(tx, seals);
  await Promise.all(heads.map(({ ownerId, entryNumber }) => markSealed(tx, ownerId, entryNumber)));
  return heads.length;
}
