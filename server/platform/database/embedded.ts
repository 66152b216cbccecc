import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRefused } from '../start-refused.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { makeOwnFolder, type Place } from './embedded-place.ts';
import { answers, type Cluster, createCluster, launch, type Socket, SUPERUSER, shutDown } from './embedded-process.ts';
import { superviseEmbedded, type Watch } from './supervise-embedded.ts';

/** The path of a Unix socket has at most about 104 characters, including the file name. */
const MAX_SOCKET_FOLDER_LENGTH = 80;

export interface EmbeddedPostgres {
  socket: Socket;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL as a child process, or adopts the one that a killed server left running. When it dies while the
 * server runs, it is started again.
 */
export async function startEmbedded(place: Place, watch: Watch): Promise<EmbeddedPostgres> {
  const cluster = await runningCluster(place);
  const lock = await lockDataFolder(cluster.socket);
  if (!lock) throw startRefused(`${place.dataDir} is in use by another running Ficha Austral`);
  return { socket: cluster.socket, stop: superviseEmbedded(cluster, lock, watch) };
}

/** For command line tools: the PostgreSQL of a running server is used, and left running. */
export async function joinEmbedded(place: Place): Promise<EmbeddedPostgres> {
  const cluster = await runningCluster(place);
  const lock = await lockDataFolder(cluster.socket, { attempts: 1 });
  return {
    socket: cluster.socket,
    stop: async () => {
      if (lock) await shutDown(cluster);
      await lock?.release();
    },
  };
}

async function runningCluster(place: Place): Promise<Cluster> {
  const cluster: Cluster = {
    place,
    folder: join(place.dataDir, 'postgres'),
    logPath: join(place.dataDir, 'postgres.log'),
    socket: { folder: await socketFolder(place), superuser: SUPERUSER },
  };
  await createCluster(cluster);
  if (!(await answers(cluster.socket))) await launch(cluster);
  return cluster;
}

async function socketFolder(place: Place): Promise<string> {
  const inside = join(place.dataDir, 'run');
  const name = `ficha-austral-${createHash('sha256').update(place.dataDir).digest('hex').slice(0, 16)}`;
  const folder = inside.length <= MAX_SOCKET_FOLDER_LENGTH ? inside : join(tmpdir(), name);
  await makeOwnFolder(folder, place.account);
  return folder;
}
