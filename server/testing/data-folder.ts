import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort, serve, untilHealthy } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    initialisedDataDir: string;
    /** How the start that initialised it ended. */
    firstStart: { code: number | null; output: string };
  }
}

/** Starts the product once on an empty data folder. Tests of processes copy what it leaves: cluster, keys, administrator. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ficha-initialised-'));
  const server = serve({ PORT: await freePort(), DATA_DIR: dataDir });
  await untilHealthy(server);
  server.kill('SIGINT');
  project.provide('firstStart', await server.ended);
  project.provide('initialisedDataDir', dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}
