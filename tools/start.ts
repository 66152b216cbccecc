import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isWebStale } from './web-freshness.ts';

/** `npm start`: reads .env, builds the web when its sources are newer than the build, then serves. */
if (existsSync('.env')) process.loadEnvFile();
if (await isWebStale()) await buildWeb();
await import('../server/main.ts');

/** A signal during the build stops the build. */
async function buildWeb(): Promise<void> {
  console.log('Building web/dist, because it is missing or older than its sources…');
  const building = spawn(process.execPath, [join(import.meta.dirname, 'build-web.ts')], { stdio: 'inherit' });
  let asked: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    asked = signal;
    building.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(building, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (asked) process.exit(128 + constants.signals[asked]);
  if (code === 0) return;
  console.error('web/dist could not be built; the error is above. Fix it and start again.');
  process.exit(1);
}
