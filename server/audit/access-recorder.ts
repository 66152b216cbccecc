import type { AccessDetail } from '#contract/access-log';
import { AppError } from '#server/platform/app-error';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { Database } from '#server/platform/database/database';
import { isWorkerAway } from '#server/platform/database/transaction';
import { describeError } from '#server/platform/describe-error';
import type { DiskFloor } from '#server/platform/disk-floor';
import { type Entry, recordForOwners } from './audit.store.ts';

interface RecorderDeps extends Pick<Database, 'auditTransaction'> {
  cipher: FieldCipher;
  diskFloor: DiskFloor;
  warn(details: Record<string, unknown>, message: string): void;
}

/** A read, or a failed login, of the data of one owner. */
export type Access = Entry & { ownerId: string; detail: AccessDetail | undefined };

interface AccessRecorder {
  /** Remembers an access. It is written about a second later, together with others. */
  add(access: Access): void;
  /** Writes an access at once. Rejects when that is not possible. */
  record(access: Access): Promise<void>;
  /** Writes what is waiting. What the database refuses for now keeps waiting. */
  flush(): Promise<void>;
  state(): { waiting: number; lost: number };
  /** Writes the rest, within a second and a half. */
  close(): Promise<void>;
}

/** What a service needs to hand an access over. */
export interface RecordingDeps {
  accessRecorder: AccessRecorder;
}

/** With the time of writing, an entry is at most two seconds behind. */
const DELAY_MS = 1000;
/** About 5 MB. While the database is unavailable, further entries are lost, and counted. */
const MAX_WAITING = 10_000;
/** Rows of one transaction, which locks the ends of the chains of its owners. */
const ROWS_AT_ONCE = 500;
const CLOSE_TIMEOUT_MS = 1500;

/**
 * Records reads without slowing them: they are collected in memory and written in batches of all owners together. The
 * same access of the same person within a batch is one entry, which says how many failed logins it stands for.
 */
export function createAccessRecorder(deps: RecorderDeps, { delayMs = DELAY_MS, maxWaiting = MAX_WAITING } = {}) {
  let waiting = new Map<string, Access>();
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let isClosed = false;

  function hold(access: Access): void {
    const { act, ownerId, actorId, subjectId, patientId, address, detail } = access;
    const { times = 1, ...rest } = detail ?? {};
    const key = `${act} ${ownerId} ${actorId} ${subjectId} ${patientId} ${address} ${detail ? JSON.stringify(rest) : ''}`;
    const same = waiting.get(key);
    if (same) {
      // How often a password was tried matters, how often a list was loaded does not.
      const { times: before = 1 } = same.detail ?? {};
      if (act === 'login.failed') waiting.set(key, { ...same, detail: { ...rest, times: before + times } });
      return;
    }
    if (waiting.size < maxWaiting) waiting.set(key, access);
    else lose(1, { reason: 'too many entries wait for the database' });
  }

  function lose(entries: number, details: Record<string, unknown>): void {
    // One line at the beginning of an outage. The metrics have the number.
    if (lost === 0) deps.warn(details, 'entries of the access log were lost');
    lost += entries;
  }

  function schedule(): void {
    if (timer || isClosed || waiting.size === 0 || delayMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush().finally(schedule);
    }, delayMs).unref();
  }

  /** An owner whose chain is locked for long, or an entry that can never be written, must not hold up the others. */
  async function write(batch: Access[]): Promise<void> {
    try {
      await deps.auditTransaction((tx) => recordForOwners(tx, batch, deps.cipher));
    } catch (error) {
      const isOfOneOwner = batch.every(({ ownerId }) => ownerId === batch[0]?.ownerId);
      // Owners whose rows are on other workers of Citus are written apart.
      const isOfSomeOwners = !isOfOneOwner && isWorkerAway(error);
      if ((isTemporary(error) && !isOfSomeOwners) || (isOfOneOwner && isLocked(error)))
        for (const access of batch) hold(access);
      else if (batch.length === 1) lose(1, describeError(error as Error));
      else {
        const parts = Map.groupBy(batch, (access) => (isOfOneOwner ? access : access.ownerId));
        for (const part of parts.values()) await write(part);
      }
    }
  }

  async function writeAll(): Promise<void> {
    const accesses = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < accesses.length; from += ROWS_AT_ONCE) {
      await write(accesses.slice(from, from + ROWS_AT_ONCE));
    }
  }

  function flush(): Promise<void> {
    // On a disk that is nearly full, a read writes nothing.
    if (deps.diskFloor.isLow() && !isClosed) return Promise.resolve();
    flushing = (flushing ?? Promise.resolve()).then(writeAll);
    return flushing;
  }

  return {
    add: (access) => {
      hold(access);
      schedule();
    },
    record: (access) => deps.auditTransaction((tx) => recordForOwners(tx, [access], deps.cipher)),
    flush,
    state: () => ({ waiting: waiting.size, lost }),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      let timeout: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      await Promise.race([flush(), late]);
      clearTimeout(timeout);
      if (waiting.size > 0)
        deps.warn({ entries: waiting.size }, 'entries of the access log could not be written before the stop');
    },
  } satisfies AccessRecorder;
}

/** The database is unavailable, overloaded or without space: the same entries can be written later. */
const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'NOT_READY' || error.code === 'STORAGE_LOW');

const LOCK_NOT_AVAILABLE = '55P03';
const isLocked = (error: unknown): boolean => (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
