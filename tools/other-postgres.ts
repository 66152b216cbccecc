import { existsSync } from 'node:fs';
import { inPath, isExecutable } from './browser.ts';
import { type Finished, runCommand } from './commands.ts';

/** The versions that the product supports besides the embedded one. */
const VERSIONS = [15, 16, 17];

// Part of every PostgreSQL of Debian: it creates a server for one command and deletes it afterwards.
const PROGRAM = 'pg_virtualenv';
const SETTINGS = ['-o', 'max_connections=300', '-o', 'fsync=off'];
const ON_ITS_SERVER = 'TEST_DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres" exec "$@"';

const hasProgram = inPath([PROGRAM]).some(isExecutable);
const isInstalled = (version: number) => hasProgram && existsSync(`/usr/lib/postgresql/${version}/bin/postgres`);

export const installedVersions = (): number[] => VERSIONS.filter(isInstalled);
export const missingVersions = (): number[] => VERSIONS.filter((version) => !isInstalled(version));

/** Runs a command with a new, empty PostgreSQL of that version as its TEST_DATABASE_URL. */
export const runOnPostgres = (version: number, command: string[]): Promise<Finished> =>
  runCommand(`PostgreSQL ${version}`, PROGRAM, [
    ...['-v', String(version), ...SETTINGS],
    ...['sh', '-c', ON_ITS_SERVER, 'sh', ...command],
  ]);
