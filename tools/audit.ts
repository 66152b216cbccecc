import { verifyAuditTrail } from '#server/audit/verify';
import { openDataKeys } from '#server/keys/open-keys';
import { processConfig } from '#server/platform/config';
import { openInstallation } from '#server/platform/database/start-database';
import { startRefused } from '#server/platform/start-refused';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: npm run audit -- verify [--seal NUMBER:DIGEST] (docs/operations.md, Access log)';

/** `npm run audit -- verify`: beside a running server or without one. Exit code 0 only when all was read and fits. */
await runCommand(async (args, signal) => {
  const knownSeal = parseArguments(args);
  const config = processConfig();
  const database = await openInstallation(config, console.log);
  try {
    const settings = { ...config, dataDir: database.dataDir };
    const now = () => new Date();
    const ring = await openDataKeys({ ...database.handles, now }, settings);
    let problems = 0;
    const report = (problem: string) => {
      problems += 1;
      console.error(`Problem: ${problem}`);
    };
    const found = await verifyAuditTrail(database.handles.audit, { ring, now, report, knownSeal, signal });
    console.log(`${found.entries} entries of ${found.chains} accounts, ${found.seals} seals`);
    if (found.unsealed > 0) console.log(`${found.unsealed} entries have no seal yet`);
    const { lastSeal } = found;
    if (lastSeal) console.log(`Last seal: ${lastSeal.number}:${lastSeal.digest.toString('hex', 0, 8)}`);
    if (problems > 0)
      throw startRefused(`The access log was changed: ${problems === 1 ? '1 problem' : `${problems} problems`}`);
    console.log('The access log is complete and unchanged');
  } finally {
    await database.close();
  }
});

function parseArguments([command, option, value, ...rest]: string[]) {
  if (command !== 'verify' || rest.length > 0) throw startRefused(USAGE);
  if (option === undefined) return undefined;
  const [, number, digest] = /^(\d+):([0-9a-f]{16,64})$/.exec(value ?? '') ?? [];
  if (option !== '--seal' || !number || !digest) throw startRefused(USAGE);
  return { number, digest };
}
