import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isWebStale } from './web-freshness.ts';

/** `npm start`: reads .env, builds the web when its sources are newer than the build, then serves. */
if (existsSync('.env')) process.loadEnvFile();

if (await isWebStale()) {
  console.log('Building the web…');
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build-web.ts')], { stdio: 'inherit' });
  if (built.status !== 0) {
    console.error('The web could not be built.');
    process.exit(1);
  }
}
await import('../server/main.ts');
