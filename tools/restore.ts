import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealFiles, sealsFolder } from '#server/audit/seal-files';
import { type RestoreResult, restoreBackup } from '#server/backups/restore-backup';
import { type Config, processConfig } from '#server/platform/config';
import { cipherInPlace } from '#server/platform/crypto/key-files';
import { chooseDataDir, postgresAccount } from '#server/platform/embedded-postgres/embedded-place';
import { connectEmptyDatabase } from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import { runCommand, typedPath } from './run-command.ts';

interface Settings {
  config: Config;
  file: string;
  passphrase: string;
  signal: AbortSignal;
}

async function restore({ config, file, passphrase, signal }: Settings): Promise<void> {
  let target: Awaited<ReturnType<typeof connectEmptyDatabase>> | undefined;
  let result: RestoreResult;
  try {
    result = await restoreBackup({
      file,
      encryption: { passphrase },
      openTarget: async () => {
        target = await connectEmptyDatabase(config, console.log);
        return target;
      },
      cipher: (dataDir) => cipherInPlace(config.dataKeys, dataDir),
      onProgress: console.log,
      signal,
    });
  } catch (error) {
    await target?.discard();
    throw error;
  }
  await target?.close();
  report(result);
  console.log(`Restored and verified: ${result.rows} rows, made ${result.header.createdAt}`);
  console.log(endedLine(result));
  const keys = join(target?.dataDir ?? '', 'keys');
  console.log(result.header.withKeys ? `The keys are in ${keys}` : missingKeys(keys));
  if ((await sealFiles(sealsFolder(target?.dataDir ?? ''))).length > 0) console.log(SEALS_OF_ANOTHER_STATE);
  if (result.problem) throw startRefused(`Restored, but the server cannot start yet: ${result.problem}`);
}

/** Restores into a cluster of its own and deletes it. If the backup has no keys, those of the installation are used. */
async function drill({ config, file, passphrase, signal }: Settings): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-drill-'));
  let target: Awaited<ReturnType<typeof connectEmptyDatabase>> | undefined;
  try {
    const result = await restoreBackup({
      file,
      encryption: { passphrase },
      openTarget: async () => {
        target = await connectEmptyDatabase({ dataDir: folder, external: undefined }, console.log);
        return target;
      },
      cipher: async (dataDir) =>
        (await cipherInPlace(undefined, dataDir)) ??
        (await cipherInPlace(config.dataKeys, await installationFolder(config))),
      onProgress: console.log,
      signal,
    });
    report(result);
    if (result.problem)
      throw startRefused(`The rows can be restored, but the server could not start: ${result.problem}`);
    console.log(`The drill succeeded: ${result.rows} rows can be restored. Nothing was changed`);
  } finally {
    await target?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const installationFolder = (config: Config) => chooseDataDir(config.dataDir, postgresAccount(), () => undefined);

function report({ header, rows, readable }: RestoreResult): void {
  console.log(`Tables: ${header.tables.length}, rows: ${rows}, all equal to the backup`);
  console.log(
    readable === undefined
      ? 'Texts: not read, because there are no data keys'
      : `Texts: ${readable} finalised notes, certificates, addenda, documents and attachments decrypted, each with its stored hash`,
  );
}

const endedLine = ({ ended }: RestoreResult): string =>
  `Ended, so that everybody logs in again: ${ended.sessions} sessions, ${ended.calendarLinks} calendar addresses, ${ended.passkeys} passkeys, ` +
  `${ended.temporaryPasswords} temporary passwords, ${ended.logins} logins under way, ${ended.devices} known devices`;

const SEALS_OF_ANOTHER_STATE =
  'DATA_DIR/audit has seals of the access log from before this restore. If the backup is older, run npm run audit -- accept-restore';

const missingKeys = (folder: string) =>
  `The backup has no keys. Before the start, put data.keys, token.key and signing.pem of the old installation into ${folder} ` +
  '(mode 0600), or set DATA_KEYS, TOKEN_KEY, SIGNING_CERTIFICATE and SIGNING_KEY. Without data.keys the clinical texts cannot be read';

/**
 * `npm run restore -- FILE`: restores a backup into an empty installation.
 * `npm run restore -- --drill FILE`: the same into a temporary PostgreSQL, and deletes it.
 */
await runCommand(async (args, signal) => {
  const isDrill = args.includes('--drill');
  const [file, ...rest] = args.filter((arg) => arg !== '--drill');
  if (!file || file.startsWith('-') || rest.length > 0) throw startRefused('Usage: npm run restore -- [--drill] FILE');
  const config = processConfig();
  const { passphrase } = config.backups;
  if (!passphrase) throw startRefused('BACKUP_PASSPHRASE is not set');
  const settings = { config, file: typedPath(file), passphrase, signal };
  await (isDrill ? drill(settings) : restore(settings));
});
