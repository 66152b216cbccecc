import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { test as base, inject } from 'vitest';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { freePort, type Served, serve, untilHealthy } from './process.ts';

interface FileFixtures {
  /** A server of the file on a data folder of its own, for tests that leave it as it is. */
  running: Served & { dataDir: string };
}

interface TestFixtures {
  /** A data folder of the test's own, as a first start leaves it. */
  dataDir: string;
  /** A folder of the test's own, empty. */
  emptyDir: string;
  /** Starts the product on `dataDir`. What still runs at the end of the test is stopped. */
  start: (environment?: Record<string, string>, command?: string[]) => Promise<Served>;
}

export const test = base.extend<FileFixtures & TestFixtures>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it uses, and this one uses nothing.
    ({}, use) =>
      withFolder(createDataDir, async (dataDir) => {
        const server = serve({ PORT: await freePort(), DATA_DIR: dataDir, RATE_LIMIT: 'off' });
        await untilHealthy(server);
        await use({ ...server, dataDir });
        server.kill('SIGTERM');
        await server.ended;
      }),
    { scope: 'file' },
  ],
  emptyDir: ({ task: _ }, use) => withFolder(createEmptyDir, use),
  dataDir: ({ task: _ }, use) => withFolder(createDataDir, use),
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

/** Creates a data folder as a first start leaves it. */
export async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-data-'));
  // Unlike `cp` of Node, it keeps the owner of the files, which is PostgreSQL's account when root runs the tests.
  await promisify(execFile)('cp', ['-a', `${inject('initialisedDataDir')}/.`, folder]);
  return folder;
}

const createEmptyDir = () => mkdtemp(join(tmpdir(), 'ficha-process-'));

async function withFolder(create: () => Promise<string>, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await create();
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Queries the embedded PostgreSQL of a running server as its superuser. */
export async function queryAsSuperuser<Row extends object = Record<string, unknown>>(
  dataDir: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'postgres', password, database: 'postgres' });
  try {
    await client.connect();
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
