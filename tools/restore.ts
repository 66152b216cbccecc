import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealFiles, sealsFolder } from '#server/audit/seal-files';
import { type RestoreResult, restoreBackup } from '#server/backups/restore-backup';
import { type Config, processConfig } from '#server/platform/config';
import { cipherInPlace } from '#server/platform/crypto/key-files';
import { chooseDataDir, postgresAccount } from '#server/platform/embedded-postgres/embedded-place';
import {
  type ConnectedDatabase,
  connectEmptyDatabase,
  connectInstallation,
} from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import { runCommand, typedPath } from './run-command.ts';

interface Settings {
  config: Config;
  file: string;
  passphrase: string;
  signal: AbortSignal;
}

async function restore({ former: place, ...settings }: Settings & { former: string | undefined }): Promise<void> {
  const former = place === undefined ? undefined : await connectFormer(settings.config, place);
  try {
    await restoreBeside(settings, former);
  } finally {
    await former?.close();
  }
}

/** The database that is replaced, by its address or its data folder. */
const connectFormer = ({ external }: Config, place: string): Promise<ConnectedDatabase> => {
  const address = /^postgres(ql)?:\/\//.test(place)
    ? { rolesLogIn: false, preparesStatements: true, ...external, url: place }
    : undefined;
  return connectInstallation({ external: address, dataDir: address ? undefined : typedPath(place) }, console.log);
};

async function restoreBeside(
  { config, file, passphrase, signal }: Settings,
  former: ConnectedDatabase | undefined,
): Promise<void> {
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
      former: former?.connections,
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
  console.log(waitingLine(result));
  for (const line of changesSince(result)) console.log(line);
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

const waitingLine = ({ ended }: RestoreResult): string =>
  `Assistants: ${ended.assistants} reach nothing until their professional confirms them under 'Secretaría', ${ended.invitations} open invitations ended`;

/** What was ended after the backup was made, as far as it is known. */
function changesSince({ header, takenOver }: RestoreResult): string[] {
  if (!takenOver) {
    return [
      `Unknown, because the former database was not named (--former): which patients were blocked, which links were revoked and which accounts were closed or deleted after ${header.createdAt}. They are as they were then: tell the professionals`,
    ];
  }
  const { assistants, blockedPatients, shares, appointmentLinks, closedAccounts, revivedAccounts } = takenOver;
  const line = `Taken over from the former database: ${assistants} ended accesses and invitations of assistants, ${blockedPatients} blocked patients, ${shares} ended links with documents, ${appointmentLinks} ended links of appointments, ${closedAccounts} closed accounts`;
  if (revivedAccounts.length === 0) return [line];
  return [line, `Accounts that were deleted for good after the backup are open again: ${revivedAccounts.join(', ')}`];
}

const SEALS_OF_ANOTHER_STATE =
  'DATA_DIR/audit has seals of the access log from before this restore. If the backup is older, run npm run audit -- accept-restore';

const missingKeys = (folder: string) =>
  `The backup has no keys. Before the start, put data.keys, token.key and signing.pem of the old installation into ${folder} ` +
  '(mode 0600), or set DATA_KEYS, TOKEN_KEY, SIGNING_CERTIFICATE and SIGNING_KEY. Without data.keys the clinical texts cannot be read';

const USAGE =
  'Usage: npm run restore -- [--drill] FILE, or npm run restore -- FILE --former FORMER_DATA_DIR|FORMER_DATABASE_URL';

function parseArguments(args: string[]): { file: string; isDrill: boolean; former: string | undefined } {
  const isDrill = args.includes('--drill');
  const given = args.filter((arg) => arg !== '--drill');
  const at = given.indexOf('--former');
  const [, former] = at < 0 ? [] : given.splice(at, 2);
  const [file, ...rest] = given;
  const isWrong = (at >= 0 && (isDrill || !former)) || rest.length > 0;
  if (isWrong || !file || file.startsWith('-')) throw startRefused(USAGE);
  return { file: typedPath(file), isDrill, former };
}

/**
 * `npm run restore -- FILE`: restores a backup into an empty installation. With `--former`, what was ended since in the
 * installation that it replaces is ended in the restored one too.
 * `npm run restore -- --drill FILE`: the same into a temporary PostgreSQL, and deletes it.
 */
await runCommand(async (args, signal) => {
  const { file, isDrill, former } = parseArguments(args);
  const config = processConfig();
  const { passphrase } = config.backups;
  if (!passphrase) throw startRefused('BACKUP_PASSPHRASE is not set');
  const settings = { config, file, passphrase, signal };
  await (isDrill ? drill(settings) : restore({ ...settings, former }));
});
