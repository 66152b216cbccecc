import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import {
  type Connections,
  embeddedConnections,
  givenConnections,
  requireReachable,
  requireRestrictedRoles,
} from './connection.ts';
import { type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from './embedded.ts';
import { chooseDataDir, type Place, postgresAccount, preparePlace } from './embedded-place.ts';
import { migrate } from './migrate.ts';
import type { Watch } from './supervise-embedded.ts';

export interface RunningDatabase {
  handles: Database;
  dataDir: string;
  close(): Promise<void>;
}

/** Opens the configured database, given or embedded, and applies pending migrations. */
export async function startDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
  watch: Watch,
): Promise<RunningDatabase> {
  return config.databaseUrl
    ? openGiven(config.databaseUrl, config.dataDir)
    : openEmbedded(config.dataDir, say, (place) => startEmbedded(place, watch));
}

/** The same for a command line tool, whether the server is running or not. */
export const connectDatabase = (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<RunningDatabase> =>
  config.databaseUrl ? openGiven(config.databaseUrl, config.dataDir) : openEmbedded(config.dataDir, say, joinEmbedded);

async function openGiven(url: string, dataDir: string | undefined): Promise<RunningDatabase> {
  const connections = givenConnections(url);
  await requireReachable(connections);
  const handles = await migrateAndOpen(connections);
  return { handles, dataDir: dataDir ?? resolve('data'), close: () => handles.close() };
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
      dataDir,
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
  return openDatabase(connections);
}
