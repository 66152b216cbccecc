import { rm } from 'node:fs/promises';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import { cipherInPlace, placeKeyFile } from '#server/platform/crypto/key-files';
import { requireRestrictedRoles } from '#server/platform/database/connection';
import { beginLoading, type Loading } from '#server/platform/database/load-snapshot';
import type { Sql } from '#server/platform/database/sql';
import type { ConnectedDatabase } from '#server/platform/database/start-database';
import { startRefused } from '#server/platform/start-refused';
import type { Encryption } from './archive.ts';
import { type BackupHeader, type Manifest, readBackup, sha256Of } from './backup-file.ts';
import { CONTENT_TABLES, type StoredContent, storedContents } from './content.store.ts';

export interface RestoreRequest {
  file: string;
  encryption: Encryption;
  /** Called when the file has been decrypted: a wrong passphrase creates no database. */
  openTarget(): Promise<Pick<ConnectedDatabase, 'connections' | 'dataDir'>>;
  /** The keys to read texts with, if the backup brings none. */
  cipher?(dataDir: string): Promise<FieldCipher | undefined>;
  onProgress?(line: string): void;
  signal?: AbortSignal;
  /** Other migrations than those of this release, for tests. */
  migrations?: string;
}

export interface RestoreResult {
  header: BackupHeader;
  rows: number;
  /** Finalized notes, certificates, addenda and printed documents whose text was decrypted and has its stored hash. */
  readable: number | undefined;
  /** Why the server would not start with the restored database, which stays. */
  problem: string | undefined;
}

type Target = Pick<ConnectedDatabase, 'connections' | 'dataDir'> & { loading: Loading };

/** Restores a backup into an empty database, with its keys. What was restored is compared with the backup before the commit. */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { file, encryption, onProgress, cipher = (dataDir: string) => cipherInPlace(undefined, dataDir) } = request;
  const newKeys: string[] = [];
  let target: Target | undefined;
  /** The header comes first, or the file is not a backup. */
  const opened = (): Target => {
    if (!target) throw startRefused(`${file} is not a backup`);
    return target;
  };
  let lastTable: string | undefined;
  try {
    const { header, manifest } = await readBackup(file, encryption, {
      onHeader: async (found) => {
        onProgress?.(`Backup of ${found.createdAt}, made by version ${found.productVersion}`);
        const { connections, dataDir } = await request.openTarget();
        target = { connections, dataDir, loading: await beginLoading(connections, found, request.migrations) };
      },
      onKey: async (name, bytes) => {
        const path = await placeKeyFile(opened().dataDir, name, bytes);
        if (path) newKeys.push(path);
      },
      onRows: async (table, bytes) => {
        request.signal?.throwIfAborted();
        if (lastTable !== table) onProgress?.(`Loading ${table}`);
        lastTable = table;
        await opened().loading.copyIn(table, bytes);
      },
    });
    const { connections, dataDir, loading } = opened();
    await loading.endCopy(manifest.sequences);
    onProgress?.('Comparing the restored rows with the backup');
    const rows = await compareRows(loading, header, manifest);
    const readable = await countReadable(loading.sql, header, await cipher(dataDir));
    request.signal?.throwIfAborted();
    await loading.commit();
    newKeys.length = 0;
    const problem = await requireRestrictedRoles(connections).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { header, rows, readable, problem };
  } finally {
    await target?.loading.close();
    for (const path of newKeys) await rm(path, { force: true });
  }
}

async function compareRows(loading: Loading, { tables }: BackupHeader, manifest: Manifest): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const { rows, sha256 } = await loading.digest(table);
    const expected = manifest.tables[table.name];
    if (expected?.rows !== rows || expected.sha256 !== sha256) {
      throw startRefused(`The rows of ${table.name} differ from the backup after loading: nothing was restored`);
    }
    total += rows;
  }
  return total;
}

/** Decrypts everything that was finalized and compares it with the hash that was stored with it. */
async function countReadable(
  sql: Sql,
  { tables }: BackupHeader,
  cipher: FieldCipher | undefined,
): Promise<number | undefined> {
  if (!cipher) return undefined;
  let count = 0;
  // A backup of an older release has no addenda.
  for (const table of CONTENT_TABLES.filter((name) => tables.some((one) => one.name === name))) {
    const contents = storedContents(sql, table, cipher);
    for (;;) {
      const next = await contents.next().catch((error: Error) => {
        throw startRefused(
          `The data keys do not decrypt ${table} of this backup (${error.message}): nothing was restored`,
        );
      });
      if (next.done) break;
      if (sha256Of(next.value.content) !== next.value.hash.toString('hex')) {
        throw startRefused(`A row of ${table} does not have its stored hash: nothing was restored`);
      }
      if (!isLinked(next.value)) {
        throw startRefused(`A row of ${table} names other hashes than those of its note: nothing was restored`);
      }
      count += 1;
    }
  }
  return count;
}

/** Whether an addendum names the hashes of its note and of the addendum before it. */
function isLinked({ content, links }: StoredContent): boolean {
  if (!links) return true;
  const { note, previous } = JSON.parse(content.toString()) as {
    note: { contentHash: string };
    previous: string | null;
  };
  return note.contentHash === links[0] && previous === links[1];
}
