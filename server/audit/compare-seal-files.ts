import type { KeyRing } from '#server/platform/crypto/field-cipher';
import type { AuditSql } from '#server/platform/database/database';
import { type FileLine, isGenuineRestore, linesOfFiles, type RestoreLine, type SealLine } from './seal-files.ts';
import { digestsOfSeals } from './seals.store.ts';
import { digestOf, isGenuine } from './seals.ts';

const LINES_AT_ONCE = 1000;

interface Findings {
  ring: Readonly<KeyRing>;
  report(problem: string): void;
  notice(text: string): void;
  signal: AbortSignal | undefined;
}

/**
 * The lines of the files, each seal with the digest that the database has under its number. Undefined: a damaged line.
 * A genuine restore makes seals acceptable, and only in lines before it: later lines were written by the restored
 * database.
 */
export async function* comparedLines(db: AuditSql, folder: string, ring: Readonly<KeyRing>) {
  const restores = await readRestores(folder, ring);
  const isLost = (place: Place, { number, sealedAt }: SealLine) =>
    restores.some(
      ({ at, line }) => isBefore(place, at) && BigInt(number) > BigInt(line.number) && sealedAt <= line.lostUntil,
    );
  for await (const batch of linesOfFiles(folder, LINES_AT_ONCE)) {
    const numbers = batch.flatMap(({ line }) => line?.number ?? []);
    const digests = await digestsOfSeals(db, numbers);
    for (const { file, position, line } of batch) {
      const stored = line && digests.get(line.number);
      const isAccepted = line !== undefined && 'sealedAt' in line && isLost({ file, position }, line);
      yield { place: `${file}, line ${position}`, line, stored, isAccepted };
    }
  }
}

/** Compares the files with the database, and returns which seals they have. */
export async function compareSealFiles(db: AuditSql, folder: string, findings: Findings): Promise<SealRange[]> {
  const { report, notice, signal } = findings;
  const ranges: SealRange[] = [];
  let lost = 0;
  for await (const { place, line, stored, isAccepted } of comparedLines(db, folder, findings.ring)) {
    signal?.throwIfAborted();
    if (!line) {
      report(`${place}: damaged`);
      continue;
    }
    if ('lostUntil' in line) {
      verifyRestore(place, line, findings);
      continue;
    }
    addTo(ranges, BigInt(line.number));
    const seal = `seal ${line.number} (owner ${line.ownerId}, entry ${line.entryNumber})`;
    if (!isIntact(line, findings.ring)) report(`${place}: changed`);
    else if (isAccepted) lost += 1;
    else if (!stored) report(`${seal}: removed from the database, and present in ${place}`);
    else if (!stored.equals(line.digest)) report(`${seal}: not the seal of ${place}`);
  }
  if (lost > 0) notice(`${lost} seals in DATA_DIR/audit: lost with a restore that was accepted`);
  return ranges;
}

const isIntact = (line: SealLine, ring: Readonly<KeyRing>): boolean =>
  digestOf(line.previous, line).equals(line.digest) && isGenuine(ring, line) !== false;

function verifyRestore(place: string, line: RestoreLine, { ring, report, notice }: Findings): void {
  const genuine = isGenuineRestore(ring, line);
  if (genuine === false) report(`${place}: not made with data key ${line.keyNumber}`);
  if (genuine === undefined) notice(`${place}: ignored, it cannot be verified without data key ${line.keyNumber}`);
}

type Place = Pick<FileLine, 'file' | 'position'>;

const isBefore = (one: Place, other: Place): boolean =>
  one.file < other.file || (one.file === other.file && one.position < other.position);

async function readRestores(folder: string, ring: Readonly<KeyRing>): Promise<{ at: Place; line: RestoreLine }[]> {
  const found: { at: Place; line: RestoreLine }[] = [];
  for await (const batch of linesOfFiles(folder, LINES_AT_ONCE)) {
    for (const { file, position, line } of batch) {
      if (line && 'lostUntil' in line && isGenuineRestore(ring, line)) found.push({ at: { file, position }, line });
    }
  }
  return found;
}

/** Consecutive seals, both ends included. */
interface SealRange {
  from: bigint;
  to: bigint;
}

function addTo(ranges: SealRange[], number: bigint): void {
  const last = ranges.at(-1);
  if (last && number === last.to + 1n) last.to = number;
  else ranges.push({ from: number, to: number });
}

const IF_NEW = 'If no server has started with this DATA_DIR yet, start it: it writes them, and warns that it does';

/**
 * Reports the seals of the database that no file has. A gap between others, or a folder without any seal, is a problem:
 * see docs/operations.md.
 */
export function reportMissingLines(
  ranges: readonly SealRange[],
  lastNumber: string | undefined,
  { report, notice }: Pick<Findings, 'report' | 'notice'>,
): void {
  const last = BigInt(lastNumber ?? 0);
  const [first, ...others] = ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  if (!first) {
    if (last === 0n) notice('neither the database nor DATA_DIR/audit has seals: a server writes them when it starts');
    else report(`${sealsText(1n, last)}: DATA_DIR/audit has no seals. ${IF_NEW}`);
    return;
  }
  // Each line of the files has been reported already.
  if (last === 0n) return;
  if (first.from > 1n) notice(`${sealsText(1n, first.from - 1n)}: only in the database, the files begin later`);
  let end = first.to;
  for (const { from, to } of others) {
    if (from > end + 1n) report(`${sealsText(end + 1n, from - 1n)}: in no file of DATA_DIR/audit`);
    if (to > end) end = to;
  }
  if (last > end) notice(`${sealsText(end + 1n, last)}: not in DATA_DIR/audit yet, a running server writes them`);
}

export const sealsText = (from: bigint, to: bigint): string =>
  from === to ? `seal ${from}` : `seals ${from} to ${to}`;
