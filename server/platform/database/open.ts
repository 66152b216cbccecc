import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import {
  type Connections,
  embeddedConnections,
  givenConnections,
  requireNarrowRoles,
  requireReachable,
} from './connection.ts';
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from './embedded.ts';
import { chooseDataDir, type Place, postgresAccount, preparePlace } from './embedded-place.ts';
import { type Gates, openGates } from './gates.ts';
import { migrate } from './migrate.ts';

export interface Database {
  gates: Gates;
  dataDir: string;
  close(): Promise<void>;
}

/** The database of the configuration, given or embedded, up to date and behind its gates. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
  onLost: () => void,
): Promise<Database> {
  return config.databaseUrl
    ? openGiven(config.databaseUrl, config.dataDir)
    : openEmbedded(config.dataDir, say, (place) => startEmbedded(place, onLost));
}

/** The same for a command, whether the server is running or not. */
export const joinDatabase = (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<Database> =>
  config.databaseUrl ? openGiven(config.databaseUrl, config.dataDir) : openEmbedded(config.dataDir, say, joinEmbedded);

async function openGiven(url: string, dataDir: string | undefined): Promise<Database> {
  const connections = givenConnections(url);
  await requireReachable(connections);
  const gates = await openUpToDate(connections);
  return { gates, dataDir: dataDir ?? resolve('data'), close: () => gates.close() };
}

async function openEmbedded(
  asked: string | undefined,
  say: (line: string) => void,
  start: (place: Place) => Promise<EmbeddedPostgres>,
): Promise<Database> {
  const account = postgresAccount();
  const dataDir = await chooseDataDir(asked, account, say);
  const embedded = await start(await preparePlace(dataDir, account, say));
  try {
    const gates = await openUpToDate(embeddedConnections(embedded));
    return {
      gates,
      dataDir,
      close: async () => {
        await gates.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function openUpToDate(connections: Connections): Promise<Gates> {
  await migrate(connections);
  await requireNarrowRoles(connections);
  return openGates(connections);
}
