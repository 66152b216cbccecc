import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const LOCK_FILE = 'package-lock.json';
/** Packages that a command installs for itself. */
const OTHER_LOCK_FILES = ['bench/lighthouse/package-lock.json'];

const LockFile = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), resolved: z.string().optional() })),
});

/**
 * npm compares every package with its hash before it unpacks it. A package without one, from a git repository for
 * example, would be installed as it comes. Addresses are left out, because they would bind all users to one registry.
 */
export async function lockFileViolations(root: string): Promise<string[]> {
  const found = await Promise.all([LOCK_FILE, ...OTHER_LOCK_FILES].map((path) => violationsOf(root, path)));
  return found.flat();
}

async function violationsOf(root: string, lockFile: string): Promise<string[]> {
  const text = await readFile(join(root, lockFile), 'utf8').catch(() => undefined);
  if (text === undefined) return lockFile === LOCK_FILE ? [`${lockFile}: is missing`] : [];
  const { packages } = LockFile.parse(JSON.parse(text));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, { integrity, resolved }]) => [
      ...(integrity?.startsWith('sha512-') ? [] : [`${lockFile}: ${path} has no SHA-512 hash`]),
      ...(resolved === undefined ? [] : [`${lockFile}: ${path} has the address of a registry`]),
    ]);
}
