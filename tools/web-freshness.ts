import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web/**', 'contract/**', 'vite.config.ts', 'tools/build-web.ts', 'package-lock.json'];
const BUILD = join(ROOT, 'web/dist/pages.json');

/** Whether a source is newer than the build, or there is no build. The time of a folder shows deletions in it. */
export async function isWebStale(): Promise<boolean> {
  const built = await stat(BUILD).catch(() => undefined);
  if (!built) return true;
  for await (const path of glob(SOURCES, { cwd: ROOT, exclude: ['web/dist', '**/*.test.ts'] })) {
    const source = await stat(join(ROOT, path)).catch(() => undefined);
    if (source && source.mtimeMs > built.mtimeMs) return true;
  }
  return false;
}
