import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const WEB_SOURCES = ['web/**', 'contract/**', 'vite.config.ts', 'tools/build-web.ts', 'package-lock.json'];
const WEB_BUILD = join(ROOT, 'web/dist/pages.json');

/** Builds the web when its sources are newer than the build. */
export async function buildWebWhenStale(): Promise<void> {
  if (await isWebStale()) await buildWeb();
}

/**
 * Whether a source is newer than the build, or there is no build. The modification time of a folder reveals deleted
 * files.
 */
async function isWebStale(): Promise<boolean> {
  const built = await stat(WEB_BUILD).catch(() => undefined);
  if (!built) return true;
  for await (const path of glob(WEB_SOURCES, { cwd: ROOT, exclude: ['web/dist', '**/*.test.ts'] })) {
    const source = await stat(join(ROOT, path)).catch(() => undefined);
    if (source && source.mtimeMs > built.mtimeMs) return true;
  }
  return false;
}

/** A signal during the build stops the build. */
async function buildWeb(): Promise<void> {
  console.log('Building web/dist, because it is missing or older than its sources…');
  const building = spawn(process.execPath, [join(import.meta.dirname, 'build-web.ts')], { stdio: 'inherit' });
  let stopSignal: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    stopSignal = signal;
    building.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(building, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
  if (code === 0) return;
  console.error('web/dist could not be built; the error is above. Fix it and start again.');
  process.exit(1);
}
