import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { importOfficialCie10 } from '#server/cie10/cie10.service';
import { readListFile } from '#server/cie10/list-file';
import { processConfig } from '#server/platform/config';
import { connectDatabase } from '#server/platform/database/start-database';
import { isStartRefused, startRefused } from '#server/platform/start-refused';

/** `npm run cie10 -- import FILE`: loads the official list of MINSAL/DEIS, whether the server is running or not. */
async function run([command, file, ...rest]: string[]): Promise<void> {
  if (command !== 'import' || !file || rest.length > 0) throw startRefused('Usage: npm run cie10 -- import FILE');
  if (existsSync('.env')) process.loadEnvFile();
  const rows = await readRows(file);

  const database = await connectDatabase(processConfig(), console.log);
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
  // npm runs its scripts in the folder of the package. INIT_CWD is the folder in which the user typed the path.
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`${file} cannot be read: ${error.code}`);
  });
  return readListFile(bytes, file);
}

// The first signal is ignored, because an interrupted command would leave PostgreSQL running and an import takes only
// seconds. A second signal ends the command.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => undefined);

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(isStartRefused(error) ? error.message : (error as Error).stack);
  process.exitCode = 1;
}
