import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRefused } from '../start-refused.ts';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { requirePassword, rulesPath, superuserPassword, writeRules } from './embedded-password.ts';
import { makeOwnFolder, type Place } from './embedded-place.ts';
import {
  answers,
  type Cluster,
  createCluster,
  hasCluster,
  launch,
  type Socket,
  SUPERUSER,
  shutDown,
} from './embedded-process.ts';
import { startRotatingLog } from './rotate-log.ts';
import { hasRoomToStart, superviseEmbedded, type Watch } from './supervise-embedded.ts';

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
  const { cluster, lock } = await startAndLock(place, watch.report);
  if (!lock) throw startRefused(`${place.dataDir} is in use by another running Ficha Austral`);
  const stopRotating = startRotatingLog(cluster.logPath, watch.report);
  const stopPostgres = superviseEmbedded(cluster, lock, watch);
  return {
    socket: cluster.socket,
    stop: () => {
      stopRotating();
      return stopPostgres();
    },
  };
}

/** For command line tools: the PostgreSQL of a running server is used, and left running. */
export async function startOrJoinEmbedded(place: Place, report: Watch['report']): Promise<EmbeddedPostgres> {
  const { cluster, lock } = await startAndLock(place, report, { attempts: 1 });
  return {
    socket: cluster.socket,
    stop: async () => {
      if (lock) await shutDown(cluster);
      await lock?.release();
    },
  };
}

async function startAndLock(
  place: Place,
  report: Watch['report'],
  options?: { attempts: number },
): Promise<{ cluster: Cluster; lock: DataFolderLock | undefined }> {
  const folder = join(place.dataDir, 'postgres');
  const isNew = !(await hasCluster(folder));
  if (!isNew) await writeRules({ folder, place });
  const socket = {
    folder: await socketFolder(place),
    superuser: SUPERUSER,
    password: await superuserPassword(place.dataDir),
  };
  const cluster: Cluster = { place, folder, logPath: join(place.dataDir, 'postgres.log'), socket };
  if (isNew) {
    await createCluster(cluster);
    await writeRules(cluster);
  }
  if (!(await answers(cluster))) await launchWithRoom(cluster, report);
  const lock = await lockDataFolder(socket, options);
  if (!lock) return { cluster, lock };
  const { rows } = await lock.query('show hba_file');
  if (rows[0]?.hba_file !== rulesPath(place.dataDir)) {
    // A killed server of an older version left it running, with rules that its account can change.
    await shutDown(cluster);
    return startAndLock(place, report, options);
  }
  await requirePassword(cluster, lock.query);
  return { cluster, lock };
}

async function launchWithRoom(cluster: Cluster, report: Watch['report']): Promise<void> {
  const { dataDir } = cluster.place;
  const hasRoom = await hasRoomToStart(cluster, report);
  await launch(cluster).catch((error) => {
    if (hasRoom) throw error;
    throw startRefused(`The disk of ${dataDir} is full: PostgreSQL cannot start. Free some space and start again`);
  });
}

async function socketFolder(place: Place): Promise<string> {
  const inside = join(place.dataDir, 'run');
  const name = `ficha-austral-${createHash('sha256').update(place.dataDir).digest('hex').slice(0, 16)}`;
  const folder = inside.length <= MAX_SOCKET_FOLDER_LENGTH ? inside : join(tmpdir(), name);
  await makeOwnFolder(folder, place.account);
  return folder;
}
