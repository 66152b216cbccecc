import type { AuditTx, Database } from '#server/platform/database/database';
import { comparedLines } from './compare-seal-files.ts';
import { appendRestore, appendSeals, lastLine, type RestoreLine, type SealLine } from './seal-files.ts';
import { lockSeals, sealsAfter } from './seals.store.ts';

export interface CopyDeps extends Pick<Database, 'auditTransaction'> {
  inform(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
}

const SEALS_AT_ONCE = 100;

/**
 * Writes the seals that the database has and the files lack to the files, and prints them. A seal is written after its
 * commit: a crash in between leaves a seal without a line, which the next round writes. The opposite order would leave
 * a line without a seal, which looks like a removed seal.
 */
export async function copySeals(deps: CopyDeps, folder: string): Promise<void> {
  for (;;) {
    const lines = await deps.auditTransaction((tx) => copySome(tx, deps, folder));
    if (lines.length === 0) return;
    const seals = lines.map(({ number, digest }) => `${number}:${digest.toString('hex')}`);
    deps.inform({ seals }, 'the access log was sealed');
  }
}

/** The lock is for processes that share a data folder. */
async function copySome(tx: AuditTx, { warn }: CopyDeps, folder: string): Promise<SealLine[]> {
  await lockSeals(tx);
  const last = await lastLine(folder);
  const from = BigInt(last?.number ?? 0);
  const stored = await sealsAfter(tx, String(from - 1n), SEALS_AT_ONCE + 1);
  const known = stored[0]?.number === String(from) ? stored.shift() : undefined;
  if (last?.digest && !known?.digest.equals(last.digest)) {
    const seal = `${last.number}:${last.digest.toString('hex')}`;
    warn({ seal }, 'a seal of DATA_DIR/audit is not in the database: run npm run audit -- verify');
  }
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
 * seal of the files.
 */
export function acceptRestore(
  { auditTransaction }: Pick<Database, 'auditTransaction'>,
  folder: string,
): Promise<RestoreLine | undefined> {
  return auditTransaction(async (tx) => {
    await lockSeals(tx);
    let kept: Pick<SealLine, 'number' | 'digest'> | undefined;
    let lostUntil: Date | undefined;
    for await (const { line, stored, isAccepted } of comparedLines(tx, folder)) {
      if (!line || isAccepted) continue;
      if (!stored?.equals(line.digest)) lostUntil = latest(lostUntil, line.sealedAt);
      else if (BigInt(line.number) > BigInt(kept?.number ?? 0)) kept = line;
    }
    if (!lostUntil) return undefined;
    const restore = { number: kept?.number ?? '0', digest: kept?.digest, lostUntil };
    await appendRestore(folder, restore);
    return restore;
  });
}

const latest = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other);
