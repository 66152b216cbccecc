import { CUSTODY_YEARS } from '#contract/custody';
import { eachExpired, purgeExpired } from '#server/custody/custody.service';
import { processConfig } from '#server/platform/config';
import { openInstallation } from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: npm run custody -- purge [--delete] (docs/operations.md, Custody)';

/** `npm run custody -- purge`: lists what may be deleted, and deletes it with --delete. Beside a running server or without one. */
await runCommand(async ([command, option, ...rest], signal) => {
  const isDeleting = option === '--delete';
  if (command !== 'purge' || rest.length > 0 || (option !== undefined && !isDeleting)) throw startRefused(USAGE);
  const database = await openInstallation(processConfig(), console.log);
  const deps = { ...database.handles, now: () => new Date() };
  try {
    let patients = 0;
    for await (const record of eachExpired(deps)) {
      signal.throwIfAborted();
      const { ownerId, patientId, documents, lastRecordAt } = record;
      if (isDeleting) await purgeExpired(deps, record);
      const done = isDeleting ? 'deleted' : 'would be deleted';
      console.log(
        `patient ${patientId} of account ${ownerId}: ${documents} documents, the last of ${day(lastRecordAt)}, ${done}`,
      );
      patients += 1;
    }
    console.log(`${patients} deleted patients whose last record is older than ${CUSTODY_YEARS} years`);
    if (!isDeleting && patients > 0)
      console.log('Nothing was deleted. To delete them: npm run custody -- purge --delete');
  } finally {
    await database.close();
  }
});

const day = (at: Date): string => at.toISOString().slice(0, 10);
