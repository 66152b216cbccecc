import { sha256 } from '#server/platform/crypto/canonical';
import { createFieldCipher, type KeyRing } from '#server/platform/crypto/field-cipher';
import type { AuditSql } from '#server/platform/database/database';
import { detailContext } from './audit.store.ts';
import { entriesAfter, type Head, headOf, nextOwner, type StoredEntry } from './chain.store.ts';
import { entryHash } from './chain.ts';
import { compareSealFiles, reportMissingLines, sealsText } from './compare-seal-files.ts';
import { entryTime, sealingTimes } from './sealing-times.ts';
import { lastSealOfChain, type Seal, sealsAfter, sealsOf } from './seals.store.ts';
import { digestOf, isGenuine } from './seals.ts';

const ROWS_AT_ONCE = 1000;

export interface Verification {
  entries: number;
  chains: number;
  seals: number;
  /** Entries after the last seal of their chain. */
  unsealed: number;
  /** When the first of these was written. */
  unsealedSince: Date | undefined;
  lastSeal: Pick<Seal, 'number' | 'digest'> | undefined;
}

interface VerifyOptions {
  ring: Readonly<KeyRing>;
  /** Called with each finding, as it is found. */
  report(problem: string): void;
  /** Called with what is worth knowing and no problem. */
  notice?(text: string): void;
  /** The folder of the files with seals. Without it the database alone is verified. */
  sealsFolder?: string;
  /** A seal that an earlier run has printed. It must still be there. */
  knownSeal?: { number: string; digest: string } | undefined;
  signal?: AbortSignal;
}

/**
 * Reads all chains and seals and reports what does not fit. It runs beside a server: what is written meanwhile is either
 * seen or not.
 */
export async function verifyAuditTrail(db: AuditSql, options: VerifyOptions): Promise<Verification> {
  const { ring, sealsFolder, report, signal, notice = () => undefined } = options;
  // A seal is in the database before it is in a file. So the files are read first, and the database has all of theirs.
  const findings = { ring, report, notice, signal };
  const inFiles = sealsFolder === undefined ? undefined : await compareSealFiles(db, sealsFolder, findings);
  const { seals, lastSeal } = await verifySeals(db, options);
  if (inFiles) reportMissingLines(inFiles, lastSeal?.number, findings);
  const total: Verification = { entries: 0, chains: 0, seals, unsealed: 0, unsealedSince: undefined, lastSeal };
  for (let owner = await nextOwner(db, undefined); owner; owner = await nextOwner(db, owner)) {
    signal?.throwIfAborted();
    const chain = await verifyChain(db, owner, options);
    const since = chain.firstUnsealed && new Date(entryTime(chain.firstUnsealed));
    if (since && !(total.unsealedSince && total.unsealedSince < since)) total.unsealedSince = since;
    total.entries += chain.entries;
    total.unsealed += chain.unsealed;
    total.chains += 1;
  }
  return total;
}

/** One chain over all owners. A genuine seal vouches for all before it, also for those whose key was removed since. */
async function verifySeals(db: AuditSql, { ring, report, knownSeal, signal }: VerifyOptions) {
  let last: Seal | undefined;
  let seals = 0;
  let isKnownFound = knownSeal === undefined;
  let isLastGenuine = true;
  for (;;) {
    signal?.throwIfAborted();
    const batch = await sealsAfter(db, last?.number ?? '0', ROWS_AT_ONCE);
    for (const seal of batch) {
      const expected = String(BigInt(last?.number ?? 0) + 1n);
      if (seal.number !== expected) report(`${sealsText(BigInt(expected), BigInt(seal.number) - 1n)}: removed`);
      if (!digestOf(last?.digest, seal).equals(seal.digest)) report(`seal ${seal.number}: changed, or those before it`);
      const genuine = isGenuine(ring, seal);
      if (genuine === false) report(`seal ${seal.number}: not made with data key ${seal.keyNumber}`);
      isLastGenuine = genuine === true;
      if (knownSeal?.number === seal.number) isKnownFound = seal.digest.toString('hex').startsWith(knownSeal.digest);
      last = seal;
      seals += 1;
    }
    if (batch.length < ROWS_AT_ONCE) break;
  }
  if (last && !isLastGenuine && !ring.keys.has(last.keyNumber)) {
    report(`seal ${last.number}: cannot be verified without data key ${last.keyNumber}`);
  }
  if (!isKnownFound) report(`seal ${knownSeal?.number}: removed or changed since it was noted`);
  return { seals, lastSeal: last };
}

async function verifyChain(db: AuditSql, owner: string, options: VerifyOptions) {
  const report = (problem: string) => options.report(`owner ${owner}, ${problem}`);
  const notice = (text: string) => options.notice?.(`owner ${owner}, ${text}`);
  // Seals and head are read before the entries. The entries must contain all that they name, and may have grown since.
  const seals = await sealsOf(db, owner);
  const head = await headOf(db, owner);
  const sealed = new Map<string, Buffer[]>();
  for (const { entryNumber, entryHash: hash } of seals) {
    sealed.set(entryNumber, [...(sealed.get(entryNumber) ?? []), hash]);
  }
  const lastSealed = seals.at(-1)?.entryNumber ?? '0';
  const details = detailChecks(options.ring, report);
  const times = sealingTimes(notice);
  let last: StoredEntry | undefined;
  let entries = 0;
  for (;;) {
    options.signal?.throwIfAborted();
    const batch = await entriesAfter(db, owner, last?.number ?? '0', ROWS_AT_ONCE);
    for (const entry of batch) {
      const expected = String(BigInt(last?.number ?? 0) + 1n);
      if (entry.number !== expected) report(`${entriesText(expected, BigInt(entry.number) - 1n)}: removed`);
      else if (!entryHash(last?.hash, entry).equals(entry.hash)) {
        report(`entry ${entry.number} (${entry.act}): changed, or inserted`);
      }
      if (sealed.get(entry.number)?.some((hash) => !hash.equals(entry.hash))) {
        report(`entry ${entry.number} (${entry.act}): not the one that was sealed`);
      }
      if (entry.number === head?.number && !head.hash.equals(entry.hash)) {
        report(`entry ${entry.number} (${entry.act}): not the last one that was written`);
      }
      details.check(entry);
      times.check(entry, sealed.has(entry.number));
      last = entry;
      entries += 1;
    }
    if (batch.length < ROWS_AT_ONCE) break;
  }
  details.end();
  await verifyEnd(db, { owner, head, last: last?.number ?? '0', lastSealed }, report);
  const unsealed = BigInt(last?.number ?? 0) - BigInt(lastSealed);
  return { entries, unsealed: unsealed > 0n ? Number(unsealed) : 0, firstUnsealed: times.firstUnsealed() };
}

/** Where the chain ends, compared with what head and seals say. */
async function verifyEnd(
  db: AuditSql,
  { owner, head, last, lastSealed }: { owner: string; head: Head | undefined; last: string; lastSealed: string },
  report: (problem: string) => void,
): Promise<void> {
  const [headNumber, sealed] = [BigInt(head?.number ?? 0), BigInt(lastSealed)];
  const stated = headNumber > sealed ? headNumber : sealed;
  if (BigInt(last) < stated) report(`${entriesText(String(BigInt(last) + 1n), stated)}: removed from the end`);
  if (head && headNumber < sealed) report(`head: set back to entry ${head.number}`);
  if (head && BigInt(head.sealedNumber) > sealed) await verifySealedNumber(db, owner, head, report);
  const now = BigInt(last) > headNumber ? (await headOf(db, owner))?.number : head?.number;
  if (now === undefined) report('head: removed');
  else if (BigInt(last) > BigInt(now))
    report(`${entriesText(String(BigInt(now) + 1n), BigInt(last))}: inserted at the end`);
}

/** The server seals no entry up to `sealedNumber`. The seals are read again, because the last one may be new. */
async function verifySealedNumber(
  db: AuditSql,
  owner: string,
  { sealedNumber }: Head,
  report: (problem: string) => void,
): Promise<void> {
  const sealed = BigInt((await lastSealOfChain(db, owner))?.entryNumber ?? 0);
  if (BigInt(sealedNumber) <= sealed) return;
  report(`${entriesText(String(sealed + 1n), BigInt(sealedNumber))}: marked as sealed, and without a seal`);
}

const entriesText = (from: string, to: bigint): string =>
  BigInt(from) === to ? `entry ${from}` : `entries ${from} to ${to}`;

/**
 * The details of an account or of a patient are deleted with it. The entry about that comes after them. `user.deleted`
 * only closes an account, which keeps its details and may be restored. Nothing is written for a purged account: entries
 * after the purge show that it was invented, so it excuses no missing details.
 */
function detailChecks(ring: Readonly<KeyRing>, report: (problem: string) => void) {
  const cipher = createFieldCipher(ring);
  let missing: Pick<StoredEntry, 'number' | 'patientId'>[] = [];
  let purge: string | undefined;
  let last: string | undefined;
  return {
    check({ number, act, ownerId, id, patientId, detail, detailHash }: StoredEntry): void {
      last = number;
      if (act === 'user.purged') purge ??= number;
      if (act === 'custody.purged') missing = missing.filter((entry) => entry.patientId !== patientId);
      if (!detailHash) {
        if (detail) report(`entry ${number} (${act}): a detail was inserted`);
        return;
      }
      if (!detail) {
        missing.push({ number, patientId });
        return;
      }
      const text = cipher.tryDecrypt(detail, detailContext(ownerId, id));
      if (text === undefined) report(`entry ${number} (${act}): its detail cannot be decrypted`);
      else if (!sha256(text).equals(detailHash)) report(`entry ${number} (${act}): its detail was changed`);
    },
    end(): void {
      if (purge !== undefined && purge === last) return;
      if (purge !== undefined) {
        report(`${entriesText(String(BigInt(purge) + 1n), BigInt(last ?? purge))}: after the purge of the account`);
      }
      for (const { number } of missing) report(`entry ${number}: its detail was removed`);
    },
  };
}
