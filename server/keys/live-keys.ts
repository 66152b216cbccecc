import { createSecretKey } from 'node:crypto';
import { hostname } from 'node:os';
import { AppError } from '#server/platform/app-error';
import type { KeyRing } from '#server/platform/crypto/field-cipher';
import { type KeySettings, readDataKeys, sourceOfDataKeys } from '#server/platform/crypto/keys';
import { uuidv7 } from '#server/platform/uuid';
import { decryptsCheckValue, isSameKey } from './key-proof.ts';
import { type DataKeyRow, dataKeyRows, removeProcess, reportProcess } from './keys.store.ts';
import { type KeysDeps, openDataKeys } from './open-keys.ts';

const REFRESH_MS = 2000;
/** An unchanged process reports this often, well within the time after which it counts as ended. */
const REPORT_MS = 20_000;

interface KeysWatch {
  /** The database uses a key that this process does not have: the server has to stop. */
  onLost(reason: string): void;
  /** Why a refresh failed, for the operator: the file of the keys is damaged or cannot be read. */
  report(line: string): void;
}

export interface LiveKeys {
  ring: KeyRing;
  /** Reads what changed: a new key, or another current one. */
  refresh(): Promise<void>;
  /** Refreshes every two seconds. */
  watch(watch: KeysWatch): void;
  close(): Promise<void>;
}

/**
 * The data keys of a running process. It reports which keys it can use, so that a rotation waits for it, and follows the
 * rotation: it loads a pending key, and encrypts with it when the database says so.
 */
export async function openLiveKeys(
  deps: KeysDeps,
  settings: KeySettings,
  { refreshMs = REFRESH_MS } = {},
): Promise<LiveKeys> {
  const id = uuidv7(deps.now());
  const name = `${hostname()}:${process.pid}`;
  const lost = Promise.withResolvers<string>();
  let timer: NodeJS.Timeout | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  let problem: string | undefined;
  let isClosed = false;
  let reported = '';
  let reportedAt = 0;

  const report = async (ring: KeyRing, writing: number, db: Parameters<typeof reportProcess>[0]) => {
    const readable = [...ring.keys.keys()];
    const state = JSON.stringify([readable, writing]);
    if (state === reported && performance.now() - reportedAt < REPORT_MS) return;
    await reportProcess(db, { id, name, readable, writing });
    reported = state;
    reportedAt = performance.now();
  };

  const ring = await openDataKeys(deps, settings, (tx, opened) => report(opened, opened.current, tx));

  async function readChanges(): Promise<void> {
    const rows = await dataKeyRows(deps.keys);
    await addNewKeys(ring, rows, settings);
    const current = rows.find(({ status }) => status === 'current')?.number;
    if (current === undefined) return;
    if (!ring.keys.has(current)) {
      lost.resolve(
        `Data key ${current} encrypts this database now, and ${sourceOfDataKeys(settings)} does not contain it: the server stops`,
      );
      return;
    }
    // Reported one refresh later: until then a request may still write text that it encrypted with the key before.
    const writing = ring.current;
    ring.current = current;
    if (!isClosed) await report(ring, writing, deps.keys);
  }

  const refresh = (): Promise<void> => {
    const result = readChanges();
    refreshing = result.catch(() => undefined);
    return result;
  };

  async function refreshOrReport(watch: KeysWatch): Promise<void> {
    try {
      await refresh();
      problem = undefined;
    } catch (error) {
      const { message } = error as Error;
      // Without a database the keys do not change, and failed requests are logged.
      if (isClosed || error instanceof AppError || message === problem) return;
      problem = message;
      watch.report(`The data keys cannot be refreshed: ${message}`);
    }
  }

  const scheduleRefresh = (watch: KeysWatch) => {
    if (isClosed) return;
    timer = setTimeout(() => void refreshOrReport(watch).then(() => scheduleRefresh(watch)), refreshMs).unref();
  };

  return {
    ring,
    refresh,
    watch: (watch) => {
      void lost.promise.then(watch.onLost);
      scheduleRefresh(watch);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await refreshing;
      await removeProcess(deps.keys, id).catch(() => undefined);
    },
  };
}

/** Keys that the database knows and this process has not loaded. A wrong key is not taken: the rotation goes on waiting. */
async function addNewKeys(ring: KeyRing, rows: readonly DataKeyRow[], settings: KeySettings): Promise<void> {
  const unknown = rows.filter(({ number, status }) => status !== 'retired' && !ring.keys.has(number));
  if (unknown.length === 0) return;
  const keys = await readDataKeys(settings);
  for (const row of unknown) {
    const key = keys?.get(row.number);
    if (key && isSameKey(key, row) && decryptsCheckValue(row.number, key, row)) {
      ring.keys.set(row.number, createSecretKey(key));
    }
  }
}
