import { createHash } from 'node:crypto';
import { access, constants, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Connections } from '#server/platform/database/connection';
import { type CopiedTable, type Snapshot, withSnapshot } from '#server/platform/database/snapshot';
import { syncFolder } from '#server/platform/folders';
import { formatBytes } from '#server/platform/format-bytes';
import { isStartRefused, startRefused } from '#server/platform/start-refused';
import { type ArchiveEntry, type Encryption, writeArchive } from './archive.ts';
import {
  type BackupHeader,
  HEADER_NAME,
  jsonBytes,
  keyName,
  MANIFEST_NAME,
  type Manifest,
  readBackup,
  sha256Of,
  tablePartName,
} from './backup-file.ts';

const PART_BYTES = 4 * 1024 * 1024;
/** A file with this ending is not a backup: it is being written, or its writer was killed. */
export const UNFINISHED = '.partial';

export interface BackupRequest {
  connections: Pick<Connections, 'asBackup'>;
  file: string;
  encryption: Encryption;
  productVersion: string;
  now: Date;
  /** The contents of the key files by name; undefined for a backup without keys. */
  keys: Record<string, Buffer> | undefined;
  onProgress?(line: string): void;
  /** Throws when the disk has no room for `bytes` more. Called before each part of the file. */
  requireRoom?(bytes: number): Promise<void>;
  signal?: AbortSignal;
}

export interface BackupResult {
  rows: number;
  tables: number;
  bytes: number;
}

/** Writes all rows of one moment to a file, reads the file again, and only then gives it its name. */
export async function createBackup(request: BackupRequest): Promise<BackupResult> {
  const { file, encryption, onProgress, signal } = request;
  await requireWritable(file);
  const unfinished = `${file}${UNFINISHED}`;
  await rm(unfinished, { force: true });
  try {
    const written = await writeBackup(unfinished, request);
    onProgress?.('Verifying the file');
    const { manifest } = await readBackup(unfinished, encryption, { onRows: async () => signal?.throwIfAborted() });
    if (JSON.stringify(manifest) !== JSON.stringify(written)) throw startRefused(`${file} was not written correctly`);
    const { size: bytes } = await stat(unfinished);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    const counts = Object.values(manifest.tables).map(({ rows }) => rows);
    return { rows: counts.reduce((sum, rows) => sum + rows, 0), tables: counts.length, bytes };
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw explained(error, file);
  }
}

function writeBackup(path: string, request: BackupRequest): Promise<Manifest> {
  const { connections, encryption, keys = {}, onProgress, signal } = request;
  return withSnapshot(connections, async (snapshot) => {
    const manifest: Manifest = { tables: {}, keys: {}, sequences: {} };
    await writeArchive(path, encryption, async (addEntry) => {
      const add = async (entry: ArchiveEntry) => {
        signal?.throwIfAborted();
        await request.requireRoom?.(entry.bytes.length);
        await addEntry(entry);
      };
      await add({ name: HEADER_NAME, bytes: jsonBytes(headerOf(snapshot, request)) });
      for (const [name, bytes] of Object.entries(keys)) {
        await add({ name: keyName(name), bytes });
        manifest.keys[name] = sha256Of(bytes);
      }
      for (const [i, table] of snapshot.tables.entries()) {
        const copied = await addTable(snapshot, table, add);
        manifest.tables[table.name] = copied;
        onProgress?.(
          `${i + 1}/${snapshot.tables.length} ${table.name}: ${copied.rows} rows, ${formatBytes(copied.bytes)}`,
        );
      }
      manifest.sequences = await snapshot.sequences();
      await add({ name: MANIFEST_NAME, bytes: jsonBytes(manifest) });
    });
    return manifest;
  });
}

const headerOf = (snapshot: Snapshot, { productVersion, now, keys }: BackupRequest): BackupHeader => ({
  format: 1,
  product: 'ficha-austral',
  productVersion,
  createdAt: now.toISOString(),
  withKeys: keys !== undefined,
  migrations: snapshot.migrations as BackupHeader['migrations'],
  tables: snapshot.tables as BackupHeader['tables'],
});

async function addTable(snapshot: Snapshot, table: CopiedTable, add: (entry: ArchiveEntry) => Promise<void>) {
  const hash = createHash('sha256');
  let bytes = 0;
  let part = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = async () => {
    if (waitingBytes === 0) return;
    const content = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    part += 1;
    await add({ name: tablePartName(table.name, part), bytes: content });
  };
  const rows = await snapshot.copyOut(table, async (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
    // A row of many megabytes arrives as one chunk.
    for (let from = 0; from < chunk.length; from += PART_BYTES) {
      const piece = chunk.subarray(from, from + PART_BYTES);
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= PART_BYTES) await flush();
    }
  });
  await flush();
  return { rows, bytes, sha256: hash.digest('hex') };
}

async function requireWritable(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined))
    throw startRefused(`${file} exists already: a backup is never overwritten`);
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw startRefused(`${file} cannot be written: there is no folder ${dirname(file)}`);
  await access(dirname(file), constants.W_OK).catch(() => {
    throw startRefused(`${file} cannot be written: no permission in ${dirname(file)}`);
  });
}

function explained(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (isStartRefused(error)) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return startRefused(`${basename(file)} was not written: there is no space for it in ${dirname(file)} (${code})`);
  }
  if (syscall) return startRefused(`${file} was not written: ${code}`);
  return startRefused(`The backup failed: ${(error as Error).message}`);
}
