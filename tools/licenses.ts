import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');

const LockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), license: z.string().optional() })),
});

/** `npm run licenses`: the licence of every package of the lock file, then the known vulnerabilities. */
async function run(): Promise<number> {
  const { packages } = LockFile.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const names = new Map<string, Set<string>>();
  for (const [path, { version, license = 'not stated' }] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    names.set(license, (names.get(license) ?? new Set()).add(`${name} ${version}`));
  }
  for (const [license, members] of [...names].sort(([, a], [, b]) => b.size - a.size)) {
    console.log(`${license} (${members.size})\n  ${[...members].sort().join(', ')}\n`);
  }
  const { status } = spawnSync('npm', ['audit'], { cwd: ROOT, stdio: 'inherit' });
  return status ?? 1;
}

process.exitCode = await run();
