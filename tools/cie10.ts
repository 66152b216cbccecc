import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { importOfficialCie10 } from '#server/cie10/cie10.service';
import { readListFile } from '#server/cie10/list-file';
import { processConfig } from '#server/platform/config';
import { openInstallation } from '#server/platform/embedded-postgres/start-database';
import { startRefused } from '#server/platform/start-refused';
import { runCommand, typedPath } from './run-command.ts';

/** `npm run cie10 -- import FILE`: loads the official list of MINSAL/DEIS, whether the server is running or not. */
async function run([command, file, ...rest]: string[]): Promise<void> {
  if (command !== 'import' || !file || rest.length > 0) throw startRefused('Usage: npm run cie10 -- import FILE');
  const rows = await readRows(file);

  const database = await openInstallation(processConfig(), console.log);
  try {
    const counts = await importOfficialCie10({ ...database.handles, now: () => new Date() }, rows);
    console.log(`CIE-10 catalogue: ${rows.length} lines of ${basename(file)} imported`);
    for (const name of ['total', 'added', 'updated', 'skipped', 'errors'] as const) {
      console.log(`${name}: ${counts[name]}`);
    }
  } finally {
    await database.close();
  }
}

async function readRows(file: string) {
  const bytes = await readFile(typedPath(file)).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`${file} cannot be read: ${error.code}`);
  });
  return readListFile(bytes, file);
}

await runCommand(run);
