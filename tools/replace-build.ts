import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSETS, EARLIER_ASSETS } from '../server/platform/http/asset-folders.ts';

/** The server's map of the pages. */
export const PAGES = 'pages.json';

/**
 * Replaces the previous build, which was served until now, by renames alone. pages.json is removed first and added last:
 * a build that is killed in between leaves no pages.json, which counts as no build, and never a map without its pages.
 */
export async function replaceBuild(dist: string, next: string, retired: string): Promise<void> {
  await mkdir(retired, { recursive: true });
  const old = (await readdir(dist)).filter((name) => !name.startsWith('.'));
  for (const name of withPagesFirst(old)) await rename(join(dist, name), join(retired, name));
  await keepEarlierAssets(retired, next);
  for (const name of withPagesFirst(await readdir(next)).reverse()) await rename(join(next, name), join(dist, name));
}

async function keepEarlierAssets(retired: string, next: string): Promise<void> {
  const [last, secondLast] = EARLIER_ASSETS;
  const kept = new Set(await readdir(retired));
  for (const [from, to] of [
    [ASSETS, last],
    [last, secondLast],
  ] as const) {
    // A server that still runs with the previous build looks into both folders.
    if (kept.has(from)) await rename(join(retired, from), join(next, to));
    else await mkdir(join(next, to));
  }
}

const withPagesFirst = (names: string[]) => names.sort((one, other) => Number(other === PAGES) - Number(one === PAGES));
