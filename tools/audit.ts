import { acceptRestore } from '#server/audit/copy-seals';
import { sealsFolder } from '#server/audit/seal-files';
import { verifyAuditTrail } from '#server/audit/verify';
import { openDataKeys } from '#server/keys/open-keys';
import { type Config, processConfig } from '#server/platform/config';
import { openInstallation } from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import { runCommand } from './run-command.ts';

const USAGE =
  'Usage: npm run audit -- verify [--seal NUMBER:DIGEST], or npm run audit -- accept-restore (docs/operations.md, Access log)';

/**
 * `npm run audit -- verify`: exit code 0 only when all was read and fits.
 * `npm run audit -- accept-restore`: after a restore, the seals that the database lacks are no problem.
 * Both work beside a running server or without one.
 */
await runCommand(async (args, signal) => {
  const { command, knownSeal } = parseArguments(args);
  const config = processConfig();
  const database = await openInstallation(config, console.log);
  try {
    if (command === 'accept-restore') await accept(config, database);
    else await verify(config, database, knownSeal, signal);
  } finally {
    await database.close();
  }
});

type Installation = Awaited<ReturnType<typeof openInstallation>>;

function openRing(config: Config, { handles, dataDir }: Pick<Installation, 'handles' | 'dataDir'>) {
  return openDataKeys({ ...handles, now: () => new Date() }, { ...config, dataDir });
}

async function verify(
  config: Config,
  { handles, dataDir }: Installation,
  knownSeal: KnownSeal | undefined,
  signal: AbortSignal,
): Promise<void> {
  const ring = await openRing(config, { handles, dataDir });
  let problems = 0;
  const report = (problem: string) => {
    problems += 1;
    console.error(`Problem: ${problem}`);
  };
  const notice = (text: string) => console.log(`Note: ${text}`);
  const options = { ring, report, notice, sealsFolder: sealsFolder(dataDir), knownSeal, signal };
  const found = await verifyAuditTrail(handles.audit, options);
  console.log(`${found.entries} entries of ${found.chains} accounts, ${found.seals} seals`);
  const since = found.unsealedSince?.toISOString();
  if (found.unsealed > 0) console.log(`${found.unsealed} entries have no seal yet, the first one of ${since}`);
  const { lastSeal } = found;
  if (lastSeal) console.log(`Last seal: ${lastSeal.number}:${lastSeal.digest.toString('hex', 0, 8)}`);
  if (problems > 0)
    throw startRefused(`The access log was changed: ${problems === 1 ? '1 problem' : `${problems} problems`}`);
  console.log('The access log is complete and unchanged');
}

async function accept(config: Config, { handles, dataDir }: Installation): Promise<void> {
  const ring = await openRing(config, { handles, dataDir });
  const restore = await acceptRestore(handles, ring, sealsFolder(dataDir));
  console.log(
    restore
      ? `Accepted: seals after ${restore.number}, until ${restore.lostUntil.toISOString()}, were lost with the restore`
      : 'The database has every seal of DATA_DIR/audit: there is nothing to accept',
  );
}

interface KnownSeal {
  number: string;
  digest: string;
}

function parseArguments([command, option, value, ...rest]: string[]): { command: string; knownSeal?: KnownSeal } {
  if (command === 'accept-restore' && option === undefined) return { command };
  if (command !== 'verify' || rest.length > 0) throw startRefused(USAGE);
  if (option === undefined) return { command };
  const [, number, digest] = /^(\d+):([0-9a-f]{16,64})$/.exec(value ?? '') ?? [];
  if (option !== '--seal' || !number || !digest) throw startRefused(USAGE);
  return { command, knownSeal: { number, digest } };
}
