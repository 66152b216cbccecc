import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlOn } from '../database/connection.ts';
import type { Sql } from '../database/sql.ts';
import { startRefused } from '../start-refused.ts';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { isWithoutClients } from './embedded-clients.ts';
import {
  passwordPath,
  requirePasswords,
  rulesPath,
  setPassword,
  storedPassword,
  superuserPassword,
  trustSuperuser,
} from './embedded-password.ts';
import { makeOwnFolder, type Place } from './embedded-place.ts';
import {
  answers,
  type Cluster,
  createCluster,
  hasCluster,
  isPasswordRefused,
  launch,
  passwordRefused,
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

/** Refuses a start before it changes anything in a database, which may be empty. */
export type BeforeChanges = (sql: Sql, dataDir: string) => Promise<void>;

interface StartOptions {
  report: Watch['report'];
  beforeChanges?: BeforeChanges | undefined;
  /** How often the lock of the data folder is tried. */
  attempts?: number;
}

interface Started {
  cluster: Cluster;
  /** Undefined when another process has it. */
  lock: DataFolderLock | undefined;
}

/**
 * Starts PostgreSQL as a child process, or adopts the PostgreSQL that a killed server left running. When it dies while the
 * server runs, it is started again.
 */
export async function startEmbedded(
  place: Place,
  watch: Watch,
  beforeChanges?: BeforeChanges,
): Promise<EmbeddedPostgres> {
  const { cluster, lock } = await startAndLock(place, { report: watch.report, beforeChanges });
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
  const { cluster, lock } = await startAndLock(place, { report, attempts: 1 });
  return {
    socket: cluster.socket,
    stop: async () => {
      if (lock) await shutDown(cluster);
      await lock?.release();
    },
  };
}

async function startAndLock(place: Place, options: StartOptions): Promise<Started> {
  const { dataDir } = place;
  const socket = {
    folder: await socketFolder(place),
    superuser: SUPERUSER,
    password: await storedPassword(dataDir),
  };
  const folder = join(dataDir, 'postgres');
  const cluster = { place, folder, logPath: join(dataDir, 'postgres.log'), socket };
  if (await isRunning(cluster)) return lockAndProtect(cluster, options);
  if (await hasCluster(folder)) {
    await launchWithRoom(cluster, options.report);
    return lockAndProtect(cluster, options);
  }
  await requireRoom(cluster, options.report);
  const created = { ...cluster, socket: { ...socket, password: await superuserPassword(dataDir) } };
  await createCluster(created);
  await launchWithRoom(created, options.report);
  return lockAndProtect(created, options);
}

/** A PostgreSQL that refuses the password is stopped if nobody uses it, and otherwise left as it is. */
async function isRunning(cluster: Cluster): Promise<boolean> {
  try {
    return await answers(cluster);
  } catch (error) {
    if (!isPasswordRefused(error)) throw error;
    if (!(await isWithoutClients(cluster.socket))) throw await passwordRefused(cluster);
    await shutDown(cluster);
    return false;
  }
}

/** Locks the data folder and lets nobody in without a password. A refusal changes nothing and stops PostgreSQL. */
async function lockAndProtect(cluster: Cluster, options: StartOptions): Promise<Started> {
  const { dataDir } = cluster.place;
  const lock = await lockDataFolder(cluster.socket, options).catch(async (error) => {
    // Another start has set a new password meanwhile.
    throw isPasswordRefused(error) ? await passwordRefused(cluster) : error;
  });
  if (!lock) return { cluster, lock };
  // Without a password there is no authenticated user. Another start may have written the rules on disk.
  const { rows } = await lock.query(`select current_setting('hba_file') as rules, system_user is null as trusted`);
  if (rows[0]?.rules !== rulesPath(dataDir)) {
    // A killed server of an older version left it running, with rules that its account can change.
    await shutDown(cluster);
    return startAndLock(cluster.place, options);
  }
  try {
    await options.beforeChanges?.(sqlOn(lock), dataDir);
    if (!rows[0].trusted) {
      await requirePasswords(dataDir);
      return { cluster, lock };
    }
    const password = await setPassword(dataDir, cluster.socket.superuser, lock.query);
    options.report(`PostgreSQL has a new password: ${passwordPath(dataDir)} was missing or did not fit`);
    return { cluster: { ...cluster, socket: { ...cluster.socket, password } }, lock };
  } catch (error) {
    await shutDown(cluster);
    await lock.release();
    await requirePasswords(dataDir);
    throw error;
  }
}

async function requireRoom({ place: { dataDir } }: Cluster, report: Watch['report']): Promise<void> {
  if (!(await hasRoomToStart(dataDir, report))) throw diskFull(dataDir);
}

async function launchWithRoom(cluster: Cluster, report: Watch['report']): Promise<void> {
  const { dataDir } = cluster.place;
  const hasRoom = await hasRoomToStart(dataDir, report);
  await launchOwn(cluster).catch((error) => {
    throw hasRoom ? error : diskFull(dataDir);
  });
}

/** Where the password does not fit, the superuser is let in without it: this process has launched PostgreSQL itself. */
async function launchOwn(cluster: Cluster): Promise<void> {
  const { dataDir } = cluster.place;
  try {
    await requirePasswords(dataDir);
    await launch(cluster);
  } catch (error) {
    if (!isPasswordRefused(error)) throw error;
    await trustSuperuser(dataDir);
    await launch(cluster).catch(async (reason) => {
      await requirePasswords(dataDir);
      throw isPasswordRefused(reason) ? await passwordRefused(cluster) : reason;
    });
  }
}

const diskFull = (dataDir: string) =>
  startRefused(`The disk of ${dataDir} is full: PostgreSQL cannot start. Free some space and start again`);

async function socketFolder(place: Place): Promise<string> {
  const inside = join(place.dataDir, 'run');
  const name = `ficha-austral-${createHash('sha256').update(place.dataDir).digest('hex').slice(0, 16)}`;
  const folder = inside.length <= MAX_SOCKET_FOLDER_LENGTH ? inside : join(tmpdir(), name);
  await makeOwnFolder(folder, place.account);
  return folder;
}
