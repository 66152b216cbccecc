import { existsSync } from 'node:fs';
import { buildWebWhenStale } from './build-when-stale.ts';

/** `npm start`: reads .env, builds the web when its sources are newer than the build, then serves. */
if (existsSync('.env')) process.loadEnvFile();
await buildWebWhenStale();
await import('../server/main.ts');
