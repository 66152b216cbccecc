import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isStartRefused, startRefused } from '#server/platform/start-refused';

/**
 * Runs a command of an operator: one line for a problem that they can solve, and exit code 1. A signal asks it to stop,
 * so that it can stop the PostgreSQL that it started; a second signal ends it.
 */
export async function runCommand(run: (args: string[], signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(startRefused(`Interrupted by ${name}: nothing was completed`)));
  }
  if (existsSync('.env')) process.loadEnvFile();
  try {
    await run(process.argv.slice(2), stop.signal);
  } catch (error) {
    console.error(isStartRefused(error) ? error.message : (error as Error).stack);
    process.exitCode = 1;
  }
}

/** npm runs its scripts in the package's folder; the path was typed in another, maybe. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);
