import type { KeyRing } from '#server/platform/crypto/field-cipher';
import type { AuditTx, Database } from '#server/platform/database/database';
import { comparedLines } from './compare-seal-files.ts';
import {
  appendRestore,
  appendSeals,
  isGenuineRestore,
  lastLine,
  type RestoreLine,
  restoreLine,
  type SealLine,
} from './seal-files.ts';
import { lockSeals, sealsAfter } from './seals.store.ts';

export interface CopyDeps extends Pick<Database, 'auditTransaction'> {
  inform(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
}

interface CopyOptions {
  /** The seals since then are printed one by one. */
  since: Date;
  /** Ends after the transaction under way. One transaction is made in any case: a folder without seals is a problem. */
  signal?: AbortSignal;
}

const SEALS_AT_ONCE = 1000;

const WRITTEN_ANEW =
  'DATA_DIR/audit has no seals, and the database has earlier ones, which are written to it now: if this DATA_DIR is not new, its files were removed';

/**
 * Writes the seals that the database has and the files lack to the files, and prints those made since the given time.
 * If there are only earlier ones, which may be years of seals, it prints the last, whose hash covers the others. A seal
 * is written after its commit: a crash in between leaves a seal without a line, which the next round writes. The
 * opposite order would leave a line without a seal, which looks like a removed seal.
 */
export async function copySeals(
  deps: CopyDeps,
  ring: Readonly<KeyRing>,
  folder: string,
  { since, signal }: CopyOptions,
): Promise<void> {
  const print = (lines: readonly SealLine[]) => {
    const seals = lines.map(({ number, digest }) => `${number}:${digest.toString('hex')}`);
    deps.inform({ seals }, 'the access log was sealed');
  };
  let earlier: SealLine | undefined;
  do {
    const lines = await deps.auditTransaction((tx) => copySome(tx, deps, ring, { folder, since }));
    if (lines.length === 0) break;
    const made = lines.filter(({ sealedAt }) => sealedAt >= since);
    if (made.length > 0) print(made);
    earlier = made.length > 0 ? undefined : lines.at(-1);
  } while (!signal?.aborted);
  if (earlier) print([earlier]);
}

/** The lock is for processes that share a data folder. */
async function copySome(
  tx: AuditTx,
  { warn }: CopyDeps,
  ring: Readonly<KeyRing>,
  { folder, since }: Pick<CopyOptions, 'since'> & { folder: string },
): Promise<SealLine[]> {
  await lockSeals(tx);
  const last = await lastLine(folder);
  const from = BigInt(last?.number ?? 0);
  const stored = await sealsAfter(tx, String(from - 1n), SEALS_AT_ONCE + 1);
  const known = stored[0]?.number === String(from) ? stored.shift() : undefined;
  if (last?.digest && !known?.digest.equals(last.digest)) {
    const seal = `${last.number}:${last.digest.toString('hex')}`;
    warn({ seal }, 'a seal of DATA_DIR/audit is not in the database: run npm run audit -- verify');
  }
  if (last && 'lostUntil' in last && isGenuineRestore(ring, last) === false) {
    warn({ keyNumber: last.keyNumber }, 'the last line of DATA_DIR/audit is forged: run npm run audit -- verify');
  }
  const [first] = stored;
  if (!last && first && first.sealedAt < since) warn({ seal: first.number }, WRITTEN_ANEW);
  let previous = known?.digest;
  const lines = stored.slice(0, SEALS_AT_ONCE).map((seal): SealLine => {
    const line = { ...seal, previous };
    previous = seal.digest;
    return line;
  });
  if (lines.length > 0) await appendSeals(folder, lines);
  return lines;
}

/**
 * Writes to the files that the operator has restored an earlier database. Returns undefined when the database has every
 * seal of the files. The next round continues after the last seal that the database kept, because new seals reuse
 * the numbers of the lost seals.
 */
export function acceptRestore(
  { auditTransaction }: Pick<Database, 'auditTransaction'>,
  ring: Readonly<KeyRing>,
  folder: string,
): Promise<RestoreLine | undefined> {
  return auditTransaction(async (tx) => {
    await lockSeals(tx);
    const lost = await findLost(tx, ring, folder);
    if (!lost) return undefined;
    const kept = await lastKept(tx, ring, folder, lost.from);
    const restore = restoreLine(ring, { number: kept?.number ?? '0', digest: kept?.digest, lostUntil: lost.until });
    await appendRestore(folder, restore);
    return restore;
  });
}

/** The first seal of the files that the database lacks or has differently, and the time of the last such seal. */
async function findLost(
  tx: AuditTx,
  ring: Readonly<KeyRing>,
  folder: string,
): Promise<{ from: bigint; until: Date } | undefined> {
  let lost: { from: bigint; until: Date } | undefined;
  for await (const { line, stored, isAccepted } of comparedLines(tx, folder, ring)) {
    if (!line || 'lostUntil' in line || isAccepted || stored?.equals(line.digest)) continue;
    const [number, { sealedAt }] = [BigInt(line.number), line];
    lost = {
      from: lost && lost.from < number ? lost.from : number,
      until: lost && lost.until > sealedAt ? lost.until : sealedAt,
    };
  }
  return lost;
}

/** Files of several machines are in no common order, so the number decides. Later seals may match too: they are new. */
async function lastKept(
  tx: AuditTx,
  ring: Readonly<KeyRing>,
  folder: string,
  before: bigint,
): Promise<SealLine | undefined> {
  let kept: SealLine | undefined;
  for await (const { line, stored } of comparedLines(tx, folder, ring)) {
    if (!line || 'lostUntil' in line || !stored?.equals(line.digest)) continue;
    const number = BigInt(line.number);
    if (number < before && number > BigInt(kept?.number ?? 0)) kept = line;
  }
  return kept;
}
