import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeFailure, startRefused } from '#server/platform/start-refused';

/**
 * Runs a command of an operator. A problem that the operator can solve is one line, with exit code 1. The first signal
 * aborts the command, which then stops the PostgreSQL that it started; a short command ends by itself. A second signal
 * ends the process.
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
    console.error(describeFailure(error));
    process.exitCode = 1;
  }
}

/** npm runs its scripts in the folder of the package. INIT_CWD is the folder in which the user typed the path. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);
