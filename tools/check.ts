import { type Finished, runCommand, stopCommandsOnSignal } from './commands.ts';

/** `npm run check`: types, lint and format, rules of the architecture, unused code, all at once. */
export const runChecks = (): Promise<Finished[]> =>
  Promise.all([
    runCommand('tsc', 'tsc', ['-p', '.', '--singleThreaded']),
    runCommand('biome', 'biome', ['ci', '.']),
    runCommand('architecture', process.execPath, ['tools/architecture/check.ts']),
    runCommand('knip', 'knip', []),
  ]);

if (process.argv[1] === import.meta.filename) {
  stopCommandsOnSignal();
  const failed = (await runChecks()).filter(({ ok }) => !ok).map(({ name }) => name);
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}`);
    process.exitCode ??= 1;
  }
}
