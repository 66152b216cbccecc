import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isWebStale } from './web-freshness.ts';

/** `npm start`: builds the web when its sources are newer than the build, then serves. */
if (await isWebStale()) {
  console.log('Building the web…');
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build-web.ts')], { stdio: 'inherit' });
  if (built.status !== 0) {
    console.error('The web could not be built.');
    process.exit(1);
  }
}
await import('../server/main.ts');
