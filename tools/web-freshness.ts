import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web/**', 'contract/**', 'vite.config.ts', 'tools/build-web.ts', 'package-lock.json'];
const BUILD = join(ROOT, 'web/dist/pages.json');

/** Whether a source of the web is newer than its build, or there is no build. A folder tells of what was deleted in it. */
export async function isWebStale(): Promise<boolean> {
  const built = await stat(BUILD).catch(() => undefined);
  if (!built) return true;
  for await (const path of glob(SOURCES, { cwd: ROOT, exclude: ['web/dist', '**/*.test.ts'] })) {
    const source = await stat(join(ROOT, path)).catch(() => undefined);
    if (source && source.mtimeMs > built.mtimeMs) return true;
  }
  return false;
}
