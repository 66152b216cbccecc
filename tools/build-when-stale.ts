import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { megabytes } from '../server/platform/disk-reserve.ts';
import { fileSystemSpace } from '../server/platform/free-space.ts';

const ROOT = join(import.meta.dirname, '..');
const WEB_SOURCES = [
  'web/**',
  'contract/**',
  'vite.config.ts',
  'tools/build-web.ts',
  'tools/build-service-worker.ts',
  'package-lock.json',
];
/** Two builds stand side by side until the new one replaces the other. */
const NEEDED_BYTES = 32 * 1024 * 1024;
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

/** A build that found no room would fail after half a minute, with the stack trace of a plugin. */
async function requireRoom(): Promise<void> {
  const { freeBytes } = await fileSystemSpace(join(ROOT, 'web'));
  if (freeBytes >= NEEDED_BYTES) return;
  console.error(
    `web/dist is missing or older than its sources and cannot be built: its disk has ${megabytes(freeBytes)} MB free, and a build needs ${megabytes(NEEDED_BYTES)} MB. Free some space and start again`,
  );
  process.exit(1);
}

/** A signal during the build stops the build. */
async function buildWeb(): Promise<void> {
  await requireRoom();
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
