import { resolve } from 'node:path';
import { sealChains } from '#server/audit/seals';
import { requireLongPassphrase } from '#server/backups/passphrase';
import { forgetPendingKey, forgetTokenKey } from '#server/keys/forget-keys';
import { exportKeys, importKeys } from '#server/keys/key-copy';
import { type DataKeyStatus, keyStatus } from '#server/keys/key-status';
import { type KeysDeps, openDataKeys, openTokenKey } from '#server/keys/open-keys';
import { rotate } from '#server/keys/rotation';
import { type Config, processConfig } from '#server/platform/config';
import { readKeyFiles } from '#server/platform/crypto/key-files';
import { type KeySettings, sourceOfDataKeys } from '#server/platform/crypto/keys';
import type { Database } from '#server/platform/database/database';
import { chooseDataDir, postgresAccount } from '#server/platform/embedded-postgres/embedded-place';
import { openInstallation } from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import { progressBar } from './progress-bar.ts';
import { runCommand, typedPath } from './run-command.ts';

const USAGE =
  'Usage: npm run keys -- status | rotate | export FILE | import FILE | forget token | forget pending (docs/operations.md, Keys)';

type Settings = KeySettings & Pick<Config, 'signing'>;
type CommandDeps = KeysDeps & Pick<Database, 'auditTransaction'>;
type Command = (deps: CommandDeps, settings: Settings, file: string, signal: AbortSignal) => Promise<void>;

/** Each command works beside a running server or without one. */
const COMMANDS: Record<string, Command> = {
  status: async (deps, settings) => {
    const { dataKeys, unused, unknown, token, processes } = await keyStatus(deps, settings);
    console.log(`Data keys (${sourceOfDataKeys(settings)})`);
    for (const key of dataKeys) console.log(`  ${dataKeyLine(key)}`);
    for (const number of unused) console.log(`  key ${number}: configured, and not in use. A rotation changes to it`);
    for (const { number, rows } of unknown) console.log(`  key ${number}: unknown, named by ${rowsText(rows)}`);
    console.log(`Token key: ${TOKEN_TEXTS[token]}`);
    for (const { name, readable, writing } of processes) {
      console.log(`Running: ${name} decrypts with ${readable.join(', ')} and encrypts with ${writing}`);
    }
  },
  rotate: async (deps, settings, _, signal) => {
    const report = { say: console.log, ...progressBar() };
    const { current, retired, undecryptable } = await rotate(deps, settings, report, { signal });
    // Seals of the new key vouch for those of the keys before it, which may be removed.
    const warn = (details: object, message: string) => console.error(message, details);
    await sealChains({ ...deps, warn }, await openDataKeys(deps, settings));
    console.log(`Data key ${current} encrypts all text`);
    for (const number of retired) console.log(mayBeRemoved(number));
    if (undecryptable.length === 0) return;
    for (const { table, column, owner, row, keyNumber } of undecryptable) {
      console.error(`Not decrypted: ${table}.${column}, owner ${owner}, row ${row}, key ${keyNumber}`);
    }
    throw startRefused(`${undecryptable.length} values could not be decrypted and stay as they are, with their key`);
  },
  export: async (deps, settings, file) => {
    const passphrase = newPassphrase();
    // A copy of wrong keys would be found out when it is needed.
    await openDataKeys(deps, settings);
    await openTokenKey(deps, settings);
    const files = await readKeyFiles(settings);
    const names = await exportKeys(files, { passphrase, path: file, at: deps.now() });
    console.log(`${file}: ${names.join(', ')}, verified. Keep it apart from the data and from the passphrase`);
  },
  'forget token': async (deps) => {
    await forgetTokenKey(deps);
    console.log('The next start takes the token key that it is given, or makes one. Restart every process');
  },
  'forget pending': async (deps) => {
    await forgetPendingKey(deps);
    console.log('The rotation was given up. Nothing was encrypted with its key, which may be removed');
  },
};

const TOKEN_TEXTS = {
  right: 'the key of this database',
  wrong: 'not the key of this database',
  missing: 'missing',
  unknown: 'not recorded yet',
};

function dataKeyLine({ number, status, fingerprint, rows, match }: DataKeyStatus): string {
  const line = `key ${number}: ${status}, fingerprint ${fingerprint}, ${rowsText(rows)}`;
  if (status === 'retired') return rows === 0 && match !== 'missing' ? `${line}. ${mayBeRemoved(number)}` : line;
  if (match === 'wrong') return `${line}. THE CONFIGURED KEY IS ANOTHER ONE`;
  return match === 'missing' ? `${line}. MISSING` : line;
}

const rowsText = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`);
const mayBeRemoved = (number: number) =>
  `Data key ${number} is retired: it may be removed once no backup is kept that was made before this rotation`;

const PASSPHRASE_OF_COPY = 'it is the passphrase of the copy';
const newPassphrase = () => requireLongPassphrase(processConfig().backups.passphrase, PASSPHRASE_OF_COPY);

async function run(given: string[], signal: AbortSignal): Promise<void> {
  const [name = '', file] = given;
  const takesFile = name === 'export' || name === 'import';
  const command = takesFile ? COMMANDS[name] : COMMANDS[given.join(' ')];
  if (takesFile ? given.length !== 2 || !file : !command) throw startRefused(USAGE);
  const config = processConfig();
  if (name === 'import') return runImport(config, typedPath(file ?? ''));

  if (name === 'export') newPassphrase();
  const database = await openInstallation(config, console.log);
  try {
    const settings = { ...config, dataDir: database.dataDir };
    await command?.({ ...database.handles, now: () => new Date() }, settings, typedPath(file ?? ''), signal);
  } finally {
    await database.close();
  }
}

/** Needs no database: the keys come back before it is started. */
async function runImport({ dataDir: asked, external, backups }: Config, path: string): Promise<void> {
  if (!backups.passphrase) throw startRefused(`BACKUP_PASSPHRASE is not set: ${PASSPHRASE_OF_COPY}`);
  const dataDir = external ? (asked ?? resolve('data')) : await chooseDataDir(asked, postgresAccount(), console.log);
  const names = await importKeys({ dataDir }, backups.passphrase, path);
  console.log(`${names.join(', ')} are in ${dataDir}/keys`);
}

await runCommand(run);
