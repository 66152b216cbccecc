import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { embeddedConnections } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded';
import { postgresAccount, preparePlace } from '#server/platform/database/embedded-place';
import { migrate } from '#server/platform/database/migrate';

declare module 'vitest' {
  interface ProvidedContext {
    socket: { folder: string; superuser: string };
  }
}

export const TEMPLATE = 'ficha_template';

/** The cluster is deleted at the end of the run, so it does not have to survive a crash. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Every worker opens the pools of several apps.
  max_connections: '300',
};

/** Starts one PostgreSQL for the whole run. Each test file copies the migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-test-'));
  const stopAtExit = () => stopAtOnce(folder);
  process.once('exit', stopAtExit);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const place = await preparePlace(folder, postgresAccount(), () => undefined);
  const embedded = await startEmbedded({ ...place, settings: SETTINGS }, () => undefined);
  const owner = embeddedConnections(embedded).asSchemaOwner(1);
  await owner.query(`create database ${TEMPLATE}`);
  await owner.end();
  await migrate(embeddedConnections(embedded, TEMPLATE));
  project.provide('socket', embedded.socket);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
    process.off('exit', stopAtExit);
  };
}

/** Vitest does not tear down when it is interrupted, and PostgreSQL would outlive it. */
function stopAtOnce(folder: string): void {
  const pidFile = join(folder, 'postgres/postmaster.pid');
  if (existsSync(pidFile)) {
    // SIGQUIT is PostgreSQL's immediate shutdown. Its last act is to remove the file.
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; tries < 100 && existsSync(pidFile); tries++) Atomics.wait(pause, 0, 0, 20);
  }
  rmSync(folder, { recursive: true, force: true });
}
