import { setTimeout as delay } from 'node:timers/promises';
import { delayAfter } from '../database/back-off.ts';
import { makeRoomToStart } from '../disk-reserve.ts';
import { MAX_RESTARTS, mayRestart, RESTART_WINDOW_MINUTES } from '../restart-limit.ts';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { type Cluster, isSocketClosed, lastLogLine, launch, shutDown } from './embedded-process.ts';

export interface Watch {
  /** What happens to PostgreSQL while the server runs, for the operator. */
  report(line: string): void;
  /** PostgreSQL cannot be started again, or belongs to another process now: the server has to stop. */
  onLost(reason: string): void;
}

/** False when the disk is full. A disk that cannot be examined is reported, and the start is tried all the same. */
export const hasRoomToStart = (dataDir: string, report: Watch['report']): Promise<boolean> =>
  makeRoomToStart(dataDir, report).catch((error: Error) => {
    report(`The free space of ${dataDir} cannot be determined or made: ${error.message}`);
    return true;
  });

/**
 * Keeps PostgreSQL running and the data folder locked. When one of its processes is killed, PostgreSQL ends all
 * connections, recovers and answers again: the lock is then taken again. When PostgreSQL itself is killed, it is started
 * again. Returns a function that stops it.
 */
export function superviseEmbedded(cluster: Cluster, held: DataFolderLock, watch: Watch): () => Promise<void> {
  const stopping = new AbortController();
  const restarts: number[] = [];
  let lock: DataFolderLock | undefined;
  let recovery: Promise<void> | undefined;
  let isTakenByAnother = false;
  let isWaitingForSpace = false;

  function hold(taken: DataFolderLock): void {
    lock = taken;
    void taken.ended.then(() => {
      if (stopping.signal.aborted) return;
      lock = undefined;
      recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    watch.report('PostgreSQL ended its connections: requests are answered with 503 until it is back');
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        const taken = await lockDataFolder(cluster.socket);
        if (taken) {
          hold(taken);
          watch.report('PostgreSQL is back');
          return;
        }
        isTakenByAnother = true;
        return watch.onLost(`${cluster.place.dataDir} is in use by another running Ficha Austral: the server stops`);
      } catch (error) {
        const outcome = isSocketClosed(error) ? await restart() : 'unavailable';
        if (outcome === 'given up') return;
        // The folder is locked at once: until then another server could take it.
        if (outcome === 'started') {
          failures = 0;
          continue;
        }
      }
      await delay(delayAfter(failures), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function restart(): Promise<'started' | 'unavailable' | 'given up'> {
    // A start on a full disk fails, and does not count. PostgreSQL is started when there is space.
    if (!(await hasRoomToStart(cluster.place.dataDir, watch.report))) {
      if (!isWaitingForSpace) watch.report(`The disk of ${cluster.place.dataDir} is full: PostgreSQL waits for space`);
      isWaitingForSpace = true;
      return 'unavailable';
    }
    isWaitingForSpace = false;
    const now = performance.now();
    if (!mayRestart(restarts, now)) {
      const reason = `PostgreSQL died more than ${MAX_RESTARTS} times in ${RESTART_WINDOW_MINUTES} minutes`;
      watch.onLost(`${reason}: ${await lastLogLine(cluster)} (see ${cluster.logPath}): the server stops`);
      return 'given up';
    }
    restarts.push(now);
    watch.report('PostgreSQL died and is started again');
    try {
      await launch(cluster, stopping.signal);
      return 'started';
    } catch (error) {
      if (!stopping.signal.aborted) watch.report((error as Error).message);
      return 'unavailable';
    }
  }

  /** While PostgreSQL recovers, nobody holds the lock. It is stopped then too, unless another process has the lock. */
  async function mayShutDown(): Promise<boolean> {
    if (lock || isTakenByAnother) return lock !== undefined;
    try {
      lock = await lockDataFolder(cluster.socket, { attempts: 1 });
      return lock !== undefined;
    } catch (error) {
      return !isSocketClosed(error);
    }
  }

  hold(held);
  return async () => {
    stopping.abort();
    await recovery;
    // The lock is held until PostgreSQL is down: a start in between would adopt an instance that is stopping.
    if (await mayShutDown()) await shutDown(cluster);
    await lock?.release();
  };
}
