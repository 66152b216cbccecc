import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import {
  type Connections,
  connectionsTo,
  type DatabaseLocation,
  embeddedConnections,
  requireReachable,
  requireRestrictedRoles,
  sqlOn,
} from '../database/connection.ts';
import { type Database, openDatabase, poolSizeOf } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { isDistributed, requireCitusSettings } from '../placement/citus.ts';
import { startRefused } from '../start-refused.ts';
import { type BeforeChanges, type EmbeddedPostgres, startEmbedded, startOrJoinEmbedded } from './embedded.ts';
import { passwordPath } from './embedded-password.ts';
import { chooseDataDir, type Place, postgresAccount, preparePlace } from './embedded-place.ts';
import { hasCluster } from './embedded-process.ts';
import type { Watch } from './supervise-embedded.ts';

type External = NonNullable<Config['external']>;

const MIN_CONNECTIONS = 100;
/**
 * One of three workers opens up to 35, one of four or more up to 27. The primary opens one, PostgreSQL reserves three, and
 * commands and backups need a few.
 */
const CONNECTIONS_PER_WORKER = 38;

/** How many connections the embedded PostgreSQL allows. */
export const maxConnectionsOf = (workers: number): number =>
  Math.max(MIN_CONNECTIONS, workers * CONNECTIONS_PER_WORKER);

export interface RunningDatabase {
  handles: Database;
  location: DatabaseLocation;
  dataDir: string;
  /** Whether its data is in `dataDir`. */
  isEmbedded: boolean;
  /** Whether Citus distributes its tables. */
  isDistributed: boolean;
  close(): Promise<void>;
}

/** Opens the configured database, external or embedded, and applies pending migrations after `beforeChanges`. */
export async function startDatabase(
  config: Pick<Config, 'external' | 'dataDir' | 'workers'>,
  say: (line: string) => void,
  watch: Watch,
  beforeChanges: BeforeChanges,
): Promise<RunningDatabase> {
  if (config.external) return openExternal(config.external, config.dataDir, beforeChanges);
  const settings = { max_connections: String(maxConnectionsOf(config.workers)) };
  return openEmbedded(config.dataDir, say, (place) => startEmbedded({ ...place, settings }, watch, beforeChanges));
}

/** What another process of this machine needs to know of a running database, in a form that can be sent to it. */
export type SharedDatabase = Omit<RunningDatabase, 'handles' | 'close'>;

/** The database that another process of this machine has started. Closing it closes the connections of this one. */
export function joinDatabase(shared: SharedDatabase, processes: number): RunningDatabase {
  const handles = openDatabase(connectionsTo(shared.location), {
    poolSize: poolSizeOf(processes),
    isDistributed: shared.isDistributed,
  });
  return { ...shared, handles, close: () => handles.close() };
}

/** The same for a command line tool, whether the server is running or not. */
export const openInstallation = (
  config: Pick<Config, 'external' | 'dataDir'>,
  say: (line: string) => void,
): Promise<RunningDatabase> =>
  config.external
    ? openExternal(config.external, config.dataDir)
    : openEmbedded(config.dataDir, say, (place) => startOrJoinEmbedded(place, say));

async function openExternal(
  location: External,
  dataDir = resolve('data'),
  beforeChanges?: BeforeChanges,
): Promise<RunningDatabase> {
  const connections = connectionsTo(location);
  await requireReachable(connections);
  if (beforeChanges) {
    const pool = connections.asSchemaOwner(1);
    await beforeChanges(sqlOn(pool), dataDir).finally(() => pool.end());
  }
  const handles = await migrateAndOpen(connections);
  return {
    handles,
    location,
    dataDir,
    isEmbedded: false,
    isDistributed: handles.isDistributed,
    close: () => handles.close(),
  };
}

async function openEmbedded(
  asked: string | undefined,
  say: (line: string) => void,
  start: (place: Place) => Promise<EmbeddedPostgres>,
): Promise<RunningDatabase> {
  const account = postgresAccount();
  const dataDir = await chooseDataDir(asked, account, say);
  const embedded = await start(await preparePlace(dataDir, account, say));
  try {
    const handles = await migrateAndOpen(embeddedConnections(embedded));
    return {
      handles,
      location: { socket: embedded.socket },
      dataDir,
      isEmbedded: true,
      isDistributed: handles.isDistributed,
      close: async () => {
        await handles.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function migrateAndOpen(connections: Connections): Promise<Database> {
  await migrate(connections);
  await requireRestrictedRoles(connections);
  const distributed = await isDistributed(connections);
  if (distributed) await requireCitusSettings(connections);
  return openDatabase(connections, { isDistributed: distributed });
}

/** Connections to a database as it is, without the migrations and handles of the application. */
export interface ConnectedDatabase {
  connections: Connections;
  dataDir: string;
  close(): Promise<void>;
}

type Settings = Pick<Config, 'external' | 'dataDir'>;

/** For a backup: the database of an installation, whether its server is running or not. */
export async function connectInstallation(config: Settings, say: (line: string) => void): Promise<ConnectedDatabase> {
  if (config.external) return connectExternal(config.external, config.dataDir);
  const dataDir = await chooseDataDir(config.dataDir, postgresAccount(), say);
  if (!(await hasCluster(join(dataDir, 'postgres')))) throw startRefused(`There is no installation in ${dataDir}`);
  return connectEmbedded(dataDir, say);
}

/** For a restore: the database to restore into. `discard` closes it and deletes it, if it did not exist before. */
export async function connectEmptyDatabase(
  config: Settings,
  say: (line: string) => void,
): Promise<ConnectedDatabase & { discard(): Promise<void> }> {
  if (config.external) {
    const external = await connectExternal(config.external, config.dataDir);
    return { ...external, discard: external.close };
  }
  const dataDir = await chooseDataDir(config.dataDir, postgresAccount(), say);
  const isNew = !(await hasCluster(join(dataDir, 'postgres')));
  const embedded = await connectEmbedded(dataDir, say);
  return {
    ...embedded,
    discard: async () => {
      await embedded.close();
      if (!isNew) return;
      await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
      await rm(passwordPath(dataDir), { force: true });
    },
  };
}

async function connectExternal(location: External, dataDir = resolve('data')): Promise<ConnectedDatabase> {
  const connections = connectionsTo(location);
  await requireReachable(connections);
  return { connections, dataDir, close: async () => undefined };
}

async function connectEmbedded(dataDir: string, say: (line: string) => void): Promise<ConnectedDatabase> {
  const embedded = await startOrJoinEmbedded(await preparePlace(dataDir, postgresAccount(), say), say);
  return { connections: embeddedConnections(embedded), dataDir, close: () => embedded.stop() };
}
