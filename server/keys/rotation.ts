import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR, record } from '#server/audit/audit.store';
import { addDataKey, type KeySettings, readDataKeys, sourceOfDataKeys } from '#server/platform/crypto/keys';
import type { KeysTx } from '#server/platform/database/database';
import { startRefused } from '#server/platform/start-refused';
import { rowsByKey } from './encrypted-rows.ts';
import { proofOf } from './key-proof.ts';
import { type DataKeyRow, dataKeyRows, insertDataKey, lockKeys } from './keys.store.ts';
import { type KeysDeps, openDataKeys } from './open-keys.ts';
import { reencryptRows, type Undecryptable } from './reencrypt.ts';
import {
  closePreviousKeys,
  makeCurrent,
  markReencrypted,
  type RunningProcess,
  runningProcesses,
  writingTransactions,
} from './rotation.store.ts';

const POLL_MS = 500;
/** Transactions end within seconds. One that does not is worth a line. */
const POLLS_BEFORE_A_LINE = 10;
/** Rows that another transaction is changing are tried again. */
const MAX_PASSES = 10;

export interface RotationOptions {
  signal?: AbortSignal;
  /** The pause between two looks at what it waits for. Tests lower it. */
  pollMs?: number;
}

export interface RotationReport {
  /** A line for the operator. */
  say(line: string): void;
  progress(done: number, total: number): void;
}

export interface Rotated {
  current: number;
  retired: number[];
  undecryptable: Undecryptable[];
}

/**
 * Changes to a new data key while the servers run. Every step is a state of the table data_keys, so a rotation that was
 * ended goes on where it was:
 * 1. The key is announced as pending. Running processes load it, and the database refuses text under it.
 * 2. When every process can read it, it becomes the current key.
 * 3. When every process encrypts with it, the database refuses text under the key before it.
 * 4. All rows are encrypted again. A key that no row needs is retired.
 */
export async function rotate(
  deps: KeysDeps,
  settings: KeySettings,
  report: RotationReport,
  { signal, pollMs = POLL_MS }: RotationOptions = {},
): Promise<Rotated> {
  const proceed = { throwIfInterrupted: () => throwIfInterrupted(signal), pause: () => pause(pollMs, signal) };
  await openDataKeys(deps, settings);
  proceed.throwIfInterrupted();
  const target = await announce(deps, settings, report);
  await requireKey(deps, settings, target);
  await waitForProcesses(
    deps,
    { ...report, ...proceed },
    `loaded data key ${target}`,
    ({ readable }) => readable.includes(target),
    (tx) => useKey(tx, deps, target),
  );
  await waitForProcesses(
    deps,
    { ...report, ...proceed },
    `changed to data key ${target}`,
    ({ writing }) => writing === target,
    closePreviousKeys,
  );
  await waitForWriters(deps, { ...report, ...proceed });
  return { current: target, ...(await reencryptAll(deps, settings, { ...report, ...proceed })) };
}

/** A rotation ends between two steps, each of which is a transaction. */
interface Interruptible extends RotationReport {
  throwIfInterrupted(): void;
  pause(): Promise<void>;
}

function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw startRefused('The rotation was interrupted. Run the command again: it goes on where it was');
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  throwIfInterrupted(signal);
}

/** The subject of an entry of the access log is a UUID. The UUID of a data key ends with its number. */
export const recordKeyAct = (
  tx: KeysTx,
  act: 'data-key.added' | 'data-key.used' | 'data-key.retired',
  number: number,
  at: Date,
): Promise<string> => {
  const subjectId = `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`;
  return record(tx, { act, at, actorId: OPERATOR, subjectId, address: undefined });
};

/** Which key to change to: the one of a rotation that was ended, the next one that is configured, or a new one. */
async function announce(deps: KeysDeps, settings: KeySettings, { say }: RotationReport): Promise<number> {
  return deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const known = await dataKeyRows(tx);
    const unfinished = unfinishedRotation(known);
    if (unfinished !== undefined) {
      say(`The rotation to data key ${unfinished} goes on`);
      return unfinished;
    }
    const highest = Math.max(...known.map(({ number }) => number));
    const [number, key] = await nextKey(settings, highest);
    await insertDataKey(tx, { number, ...proofOf(number, key), status: 'pending' }, deps.now());
    await recordKeyAct(tx, 'data-key.added', number, deps.now());
    say(`Data key ${number} was added. Make a copy of it now: npm run keys -- export FILE`);
    return number;
  });
}

/** The key of a rotation that was ended may have been added elsewhere. */
async function requireKey(deps: KeysDeps, settings: KeySettings, number: number): Promise<void> {
  const ring = await openDataKeys(deps, settings);
  if (ring.keys.has(number)) return;
  throw startRefused(
    `Data key ${number} is missing: ${sourceOfDataKeys(settings)} does not contain it. Add it from the process where the rotation began, or give the rotation up with 'npm run keys -- forget pending'`,
  );
}

function unfinishedRotation(known: readonly DataKeyRow[]): number | undefined {
  const pending = known.find(({ status }) => status === 'pending');
  if (pending) return pending.number;
  const isReencrypted = known.every(({ status, reencryptedAt }) => status !== 'previous' || reencryptedAt !== null);
  return isReencrypted ? undefined : known.find(({ status }) => status === 'current')?.number;
}

async function nextKey(settings: KeySettings, highest: number): Promise<[number, Uint8Array]> {
  const configured = await configuredKey(settings, highest);
  if (configured) return configured;
  if (settings.dataKeys) {
    throw startRefused(
      `The data keys come from DATA_KEYS. Append ',${highest + 1}:KEY' to it everywhere, where KEY is the output of 'openssl rand -base64 32', restart every process, and run this command again with the same DATA_KEYS`,
    );
  }
  await addDataKey(settings, highest + 1);
  const added = await configuredKey(settings, highest);
  if (!added) throw new Error('the new key is not in its file');
  return added;
}

/** A key that is configured and that the database does not know. */
async function configuredKey(settings: KeySettings, highest: number): Promise<[number, Uint8Array] | undefined> {
  const keys = (await readDataKeys(settings)) ?? new Map<number, Uint8Array>();
  return [...keys].filter(([number]) => number > highest).sort(([one], [other]) => one - other)[0];
}

/** Runs a step when all running processes are ready for it. No process can start between the check and the step. */
async function waitForProcesses(
  deps: KeysDeps,
  { say, pause }: Interruptible,
  what: string,
  isReady: (process: RunningProcess) => boolean,
  step: (tx: KeysTx) => Promise<void>,
): Promise<void> {
  let lastShown = '';
  for (;;) {
    const waiting = await deps.keysTransaction(async (tx) => {
      await lockKeys(tx);
      const late = (await runningProcesses(tx)).filter((process) => !isReady(process)).map(({ name }) => name);
      if (late.length === 0) await step(tx);
      return late.join(', ');
    });
    if (waiting === '') return;
    if (waiting !== lastShown) say(`Waiting until these processes have ${what}: ${waiting}`);
    lastShown = waiting;
    await pause();
  }
}

/** A transaction that wrote text before the previous keys were closed may commit it afterwards. */
async function waitForWriters(deps: KeysDeps, { say, pause }: Interruptible): Promise<void> {
  let earlier = await writingTransactions(deps.keys);
  for (let polls = 1; earlier.length > 0; polls++) {
    if (polls === POLLS_BEFORE_A_LINE) say('Waiting until the transactions that began earlier have ended');
    await pause();
    const writing = new Set(await writingTransactions(deps.keys));
    earlier = earlier.filter((id) => writing.has(id));
  }
}

async function useKey(tx: KeysTx, deps: KeysDeps, number: number): Promise<void> {
  const isPending = (await dataKeyRows(tx)).some((row) => row.number === number && row.status === 'pending');
  if (!isPending) return;
  await makeCurrent(tx, number);
  await recordKeyAct(tx, 'data-key.used', number, deps.now());
}

async function reencryptAll(deps: KeysDeps, settings: KeySettings, report: Interruptible) {
  const ring = await openDataKeys(deps, settings);
  const needed = async () => [...(await rowsByKey(deps.keys))].filter(([number]) => number !== ring.current);
  const total = (await needed()).reduce((sum, [, rows]) => sum + rows, 0);
  let done = 0;
  report.progress(done, total);
  const onProgress = (rows: number) => {
    done += rows;
    report.progress(Math.min(done, total), total);
    report.throwIfInterrupted();
  };
  let result = await reencryptRows(deps, ring, onProgress);
  for (let passes = 1; result.skipped > 0 && passes < MAX_PASSES; passes++) {
    await report.pause();
    done -= result.skipped;
    result = await reencryptRows(deps, ring, onProgress);
  }
  report.progress(total, total);
  if (result.skipped > 0) throw startRefused('Some rows are locked by other transactions. Run this command again');
  const left = (await needed()).map(([number]) => number);
  const retired = await deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const numbers = await markReencrypted(tx, left, deps.now());
    for (const number of numbers) await recordKeyAct(tx, 'data-key.retired', number, deps.now());
    return numbers;
  });
  return { retired, undecryptable: result.undecryptable };
}
