import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { test as base, inject } from 'vitest';
import { superuserPassword } from '#server/platform/database/embedded-password';
import { freePort, type Served, serve, untilHealthy } from './process.ts';

interface Fixtures {
  /** A data folder of the test's own, as a first start leaves it. */
  dataDir: string;
  /** A folder of the test's own, empty. */
  emptyDir: string;
  /** Starts the product on `dataDir`. What still runs at the end of the test is stopped. */
  start: (environment?: Record<string, string>, command?: string[]) => Promise<Served>;
}

export const test = base.extend<Fixtures>({
  emptyDir: ({ task: _ }, use) => withFolder('ficha-process-', use),
  dataDir: ({ task: _ }, use) =>
    withFolder('ficha-data-', async (folder) => {
      // Unlike `cp` of Node, it keeps the owner of the files, which is PostgreSQL's account when root runs the tests.
      await promisify(execFile)('cp', ['-a', `${inject('initialisedDataDir')}/.`, folder]);
      await use(folder);
    }),
  start: async ({ dataDir }, use) => {
    const started: Served[] = [];
    await use(async (environment = {}, command) => {
      const server = serve({ PORT: await freePort(), DATA_DIR: dataDir, RATE_LIMIT: 'off', ...environment }, command);
      started.push(server);
      await untilHealthy(server);
      return server;
    });
    for (const server of started) {
      server.kill('SIGTERM');
      await server.ended;
    }
  },
});

async function withFolder(prefix: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Queries the embedded PostgreSQL of a running server as its superuser. */
export async function queryAsSuperuser(dataDir: string, statement: string): Promise<Record<string, unknown>[]> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'postgres', password, database: 'postgres' });
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
