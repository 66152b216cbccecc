import { rm } from 'node:fs/promises';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import { cipherInPlace, placeKeyFile } from '#server/platform/crypto/key-files';
import { type Connections, requireRestrictedRoles } from '#server/platform/database/connection';
import { beginLoading, explaining, type Loading } from '#server/platform/database/load-snapshot';
import type { Sql } from '#server/platform/database/sql';
import type { ConnectedDatabase } from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import type { Encryption } from './archive.ts';
import { type BackupHeader, type Manifest, readBackup } from './backup-file.ts';
import { dropWaitingMessages, type EndedCredentials, endCredentials } from './end-credentials.store.ts';
import { type FormerState, readFormerState } from './former-state.store.ts';
import { requireSuccessor, type TakenOver, takeOver } from './take-over.store.ts';
import { verifyContents } from './verify-contents.ts';

export interface RestoreRequest {
  file: string;
  encryption: Encryption;
  /** Called when the file has been decrypted: a wrong passphrase creates no database. */
  openTarget(): Promise<Pick<ConnectedDatabase, 'connections' | 'dataDir'>>;
  /** The database that the restored one replaces. What it has ended since the backup is ended in the restored one. */
  former?: Pick<Connections, 'asBackup'> | undefined;
  /** The keys to read texts with, if the backup brings none. */
  cipher?(dataDir: string): Promise<FieldCipher | undefined>;
  onProgress?(line: string): void;
  signal?: AbortSignal;
  /** Other migrations than those of this release, for tests. */
  migrations?: string;
  /** Another clock, for tests. */
  now?(): Date;
}

export interface RestoreResult {
  header: BackupHeader;
  rows: number;
  /** Finalized notes, certificates, addenda, printed documents and attachments that were decrypted and have their stored hash. */
  readable: number | undefined;
  ended: EndedCredentials;
  /** Undefined without the former database: what was ended since the backup is unknown. */
  takenOver: TakenOver | undefined;
  /** Why the server would not start with the restored database, which stays. */
  problem: string | undefined;
}

type Target = Pick<ConnectedDatabase, 'connections' | 'dataDir'> & { loading: Loading };

/**
 * Restores a backup into an empty database, with its keys. What was restored is compared with the backup before the
 * commit. Then everything ends that lets somebody in without the password.
 */
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
    const found = await cipher(dataDir);
    const readable = found && (await verifyContents(loading.sql, header.tables, found));
    request.signal?.throwIfAborted();
    await loading.migrate();
    const former = request.former && (await explaining(() => readFormer(loading.sql, request)));
    const at = request.now?.() ?? new Date();
    const takenOver = former && (await explaining(() => takeOver(loading.sql, former, at)));
    const ended = await explaining(() => endCredentials(loading.sql, at));
    await explaining(() => dropWaitingMessages(loading.sql));
    await loading.commit();
    newKeys.length = 0;
    const problem = await requireRestrictedRoles(connections).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { header, rows, readable, ended, takenOver, problem };
  } finally {
    await target?.loading.close();
    for (const path of newKeys) await rm(path, { force: true });
  }
}

async function readFormer(sql: Sql, { former, onProgress }: RestoreRequest): Promise<FormerState | undefined> {
  if (!former) return undefined;
  onProgress?.('Reading what was ended since in the former database');
  const state = await readFormerState(former);
  await requireSuccessor(sql, state);
  return state;
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
