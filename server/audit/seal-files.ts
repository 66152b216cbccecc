import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#server/platform/crypto/canonical';
import type { KeyRing } from '#server/platform/crypto/field-cipher';
import { makeFolder, syncFolder } from '#server/platform/folders';
import type { Seal } from './seals.store.ts';
import { authenticate, isGenuine } from './seals.ts';

/** A seal with the digest of the seal before it, from which its own digest is computed. */
export type SealLine = Seal & { previous: Buffer | undefined };

/** The operator has restored an earlier database, and accepted that it lacks the seals after this one. */
export interface RestoreLine {
  number: string;
  digest: Buffer | undefined;
  /** The time of the last seal that was lost. Seals with the same numbers that were made since are later. */
  lostUntil: Date;
  keyNumber: number;
  mac: Buffer;
}

export const sealsFolder = (dataDir: string): string => join(dataDir, 'audit');

/** Verification reads these. The names may have an addition, such as the name of the machine that wrote the file. */
const ANY_FILE = /^seals-.*\.log$/;
/** The server writes these, one for each month. */
const OWN_FILE = /^seals-\d{4}-\d\d\.log$/;

const NONE = '-';
const CHUNK_BYTES = 64 * 1024;
const MAX_LINE_BYTES = 1024;
const NEWLINE = 0x0a;

/** The names of the files with seals, in their order. */
export async function sealFiles(folder: string, pattern = ANY_FILE): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => pattern.test(name)).sort();
}

const hex = (bytes: Buffer | undefined) => bytes?.toString('hex') ?? NONE;
const bytesFrom = (text: string | undefined) => (!text || text === NONE ? undefined : Buffer.from(text, 'hex'));

const sealText = ({ number, digest, sealedAt, mac, previous, ownerId, entryNumber, entryHash, keyNumber }: SealLine) =>
  [
    ...['seal', number, hex(digest), sealedAt.toISOString(), hex(mac), hex(previous)],
    ...[ownerId, entryNumber, hex(entryHash), keyNumber],
  ].join(' ');

type RestoreContent = Pick<RestoreLine, 'number' | 'digest' | 'lostUntil'>;

const restoreContent = ({ number, digest, lostUntil }: RestoreContent) =>
  ['restored', number, hex(digest), lostUntil.toISOString()].join(' ');
const restoreText = (line: RestoreLine) => [restoreContent(line), line.keyNumber, hex(line.mac)].join(' ');

/** A line with the HMAC of the seals: whoever can only write to the folder cannot make the verification skip seals. */
export const restoreLine = (ring: Readonly<KeyRing>, content: RestoreContent): RestoreLine => ({
  ...content,
  ...authenticate(ring, sha256(restoreContent(content))),
});

/** Undefined when the key ring does not have the key of the line. */
export const isGenuineRestore = (ring: Readonly<KeyRing>, line: RestoreLine): boolean | undefined =>
  isGenuine(ring, { ...line, digest: sha256(restoreContent(line)) });

const HASH = '[0-9a-f]{64}';
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const SEAL = new RegExp(
  String.raw`^seal (\d+) (${HASH}) (${TIME}) (${HASH}) (${HASH}|-) ([0-9a-f-]{36}) (\d+) (${HASH}) (\d+)$`,
);
const RESTORE = new RegExp(String.raw`^restored (\d+) (${HASH}|-) (${TIME}) (\d+) (${HASH})$`);

/** Undefined for a line that the server did not write like this. */
function parseLine(line: string): SealLine | RestoreLine | undefined {
  if (line.startsWith('restored ')) return parseRestore(line);
  const [, number, digest, sealedAt, mac, previous, ownerId, entryNumber, entryHash, keyNumber] = SEAL.exec(line) ?? [];
  if (!number || !digest || !sealedAt || !mac || !ownerId || !entryNumber || !entryHash) return undefined;
  return {
    ...{ number, ownerId, entryNumber, sealedAt: new Date(sealedAt), keyNumber: Number(keyNumber) },
    ...{ digest: Buffer.from(digest, 'hex'), mac: Buffer.from(mac, 'hex'), entryHash: Buffer.from(entryHash, 'hex') },
    previous: bytesFrom(previous),
  };
}

function parseRestore(line: string): RestoreLine | undefined {
  const [, number, digest, lostUntil, keyNumber, mac] = RESTORE.exec(line) ?? [];
  if (!number || !lostUntil || !mac) return undefined;
  return {
    ...{ number, digest: bytesFrom(digest), lostUntil: new Date(lostUntil) },
    ...{ keyNumber: Number(keyNumber), mac: Buffer.from(mac, 'hex') },
  };
}

/** The last line that the server has written completely. */
export async function lastLine(folder: string): Promise<SealLine | RestoreLine | undefined> {
  for (const name of (await sealFiles(folder, OWN_FILE)).reverse()) {
    await using file = await open(join(folder, name));
    const end = await completeEnd(file);
    if (end === 0) continue;
    const start = Math.max(0, end - MAX_LINE_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    const line = parseLine(buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1) ?? '');
    if (!line) throw new Error(`the last line of ${name} is damaged: move the file away, and it is written anew`);
    return line;
  }
  return undefined;
}

interface FilesEnd {
  name: string;
  size: number;
}

/** Where the lines of the server end. Lines are only added, and new files have later names. */
export async function endOfFiles(folder: string): Promise<FilesEnd | undefined> {
  const name = (await sealFiles(folder, OWN_FILE)).at(-1);
  if (name === undefined) return undefined;
  await using file = await open(join(folder, name));
  return { name, size: await completeEnd(file) };
}

/** Whether lines before `end` are missing now. A folder without any file is not judged. */
export async function areLinesMissing(folder: string, end: FilesEnd): Promise<boolean> {
  const now = await endOfFiles(folder);
  return now !== undefined && (now.name < end.name || (now.name === end.name && now.size < end.size));
}

/** Where the last complete line ends. What follows was being written when the machine crashed. */
async function completeEnd(file: FileHandle): Promise<number> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let { size: end } = await file.stat();
  while (end > 0) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const { bytesRead } = await file.read(buffer, 0, end - start, start);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

export async function appendSeals(folder: string, seals: readonly SealLine[]): Promise<void> {
  const byMonth = Map.groupBy(seals, ({ sealedAt }) => sealedAt.toISOString().slice(0, 7));
  for (const [month, ofMonth] of byMonth) await append(folder, month, ofMonth.map(sealText));
}

export const appendRestore = (folder: string, line: RestoreLine): Promise<void> =>
  append(folder, line.lostUntil.toISOString().slice(0, 7), [restoreText(line)]);

/** The lines are on the disk when this returns. A clock that was set back starts no file before the last one. */
async function append(folder: string, month: string, lines: readonly string[]): Promise<void> {
  await makeFolder(folder);
  const newest = (await sealFiles(folder, OWN_FILE)).at(-1) ?? '';
  const ofMonth = `seals-${month}.log`;
  const name = newest > ofMonth ? newest : ofMonth;
  await using file = await open(join(folder, name), 'a+', 0o600);
  await file.truncate(await completeEnd(file));
  await file.appendFile(lines.map((line) => `${line}\n`).join(''));
  await file.sync();
  if (name !== newest) await syncFolder(folder);
}

export interface FileLine {
  file: string;
  /** The number of the line in its file, from 1. */
  position: number;
  line: SealLine | RestoreLine | undefined;
}

/** All complete lines of all files, some at a time: the files grow for years. */
export async function* linesOfFiles(folder: string, atOnce: number): AsyncGenerator<FileLine[]> {
  for (const file of await sealFiles(folder)) {
    await using handle = await open(join(folder, file));
    const end = await completeEnd(handle);
    if (end === 0) continue;
    let batch: FileLine[] = [];
    let position = 0;
    for await (const text of handle.readLines({ end: end - 1, autoClose: false })) {
      position += 1;
      batch.push({ file, position, line: parseLine(text) });
      if (batch.length < atOnce) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
}
