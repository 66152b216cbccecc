import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/database/migrate';
import { startEmbedded } from '#server/platform/embedded-postgres/embedded';
import { postgresAccount, preparePlace } from '#server/platform/embedded-postgres/embedded-place';
import { citusNodes, createCitusTemplate, dropOnNodes } from './citus-cluster.ts';
import { connectionsTo, TEMPLATE, TEST_PREFIX } from './test-server.ts';

/** The cluster is deleted at the end of the run, so it does not have to survive a crash. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Every worker opens the pools of several apps.
  max_connections: '300',
};

const ignore = () => undefined;
const WATCH = { report: ignore, onLost: ignore };

/** One PostgreSQL serves the whole run. Each test file copies the migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url, TEST_CITUS_URL: citus } = process.env;
  if (citus) return setUpCitus(project, citus);
  const { server, stop } = url ? givenServer(url) : await startServer();
  const owner = connectionsTo(server).asSchemaOwner(1);
  await owner.query(`drop database if exists ${TEMPLATE}`);
  await owner.query(`create database ${TEMPLATE}`);
  await owner.end();
  await migrate(connectionsTo(server, TEMPLATE));
  project.provide('testServer', server);
  return stop;
}

/** The databases of the run are deleted at its end. */
function givenServer(url: string) {
  return { server: { url }, stop: () => dropAll([url]) };
}

async function setUpCitus(project: TestProject, url: string): Promise<() => Promise<void>> {
  const nodes = await citusNodes(url);
  await dropAll(nodes);
  await createCitusTemplate(nodes, TEMPLATE);
  project.provide('testServer', { url, nodes });
  return () => dropAll(nodes);
}

async function dropAll(nodes: readonly string[]): Promise<void> {
  const owner = connectionsTo({ url: nodes[0] ?? '' }).asSchemaOwner(1);
  const { rows } = await owner.query<{ name: string }>(
    `select datname as name from pg_database where datname = '${TEMPLATE}' or starts_with(datname, '${TEST_PREFIX}')`,
  );
  await owner.end();
  for (const { name } of rows) await dropOnNodes(nodes, name);
}

async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-test-'));
  const stopAtExit = () => stopAtOnce(folder);
  process.once('exit', stopAtExit);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const place = await preparePlace(folder, postgresAccount(), () => undefined);
  const embedded = await startEmbedded({ ...place, settings: SETTINGS }, WATCH);
  const stop = async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
    process.off('exit', stopAtExit);
  };
  return { server: { socket: embedded.socket }, stop };
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
