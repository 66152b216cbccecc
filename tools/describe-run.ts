import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Date, commit and machine. Taken before the report is written, which changes the work tree. */
export function describeRun(): string[] {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], options).trim();
  const model = cpus()[0]?.model.trim() || process.arch;
  const machine = `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [new Date().toISOString().slice(0, 16).replace('T', ' '), commit, machine];
}
