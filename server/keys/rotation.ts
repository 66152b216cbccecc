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
  haveEarlierTransactionsEnded,
  makeCurrent,
  markReencrypted,
  type RunningProcess,
  runningProcesses,
} from './rotation.store.ts';

const POLL_MS = 500;
/** Rows that another transaction is changing are tried again. */
const MAX_PASSES = 10;

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
export async function rotate(deps: KeysDeps, settings: KeySettings, report: RotationReport): Promise<Rotated> {
  await openDataKeys(deps, settings);
  const target = await announce(deps, settings, report);
  await requireKey(deps, settings, target);
  await waitForProcesses(
    deps,
    report,
    `loaded data key ${target}`,
    ({ readable }) => readable.includes(target),
    (tx) => useKey(tx, deps, target),
  );
  let closedBy = '';
  await waitForProcesses(
    deps,
    report,
    `changed to data key ${target}`,
    ({ writing }) => writing === target,
    async (tx) => {
      closedBy = await closePreviousKeys(tx);
    },
  );
  while (!(await haveEarlierTransactionsEnded(deps.keys, closedBy))) await delay(POLL_MS);
  return { current: target, ...(await reencryptAll(deps, settings, report)) };
}

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
    await record(tx, { act: 'data-key.added', at: deps.now(), actorId: OPERATOR });
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
  { say }: RotationReport,
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
    await delay(POLL_MS);
  }
}

async function useKey(tx: KeysTx, deps: KeysDeps, number: number): Promise<void> {
  const isPending = (await dataKeyRows(tx)).some((row) => row.number === number && row.status === 'pending');
  if (!isPending) return;
  await makeCurrent(tx, number);
  await record(tx, { act: 'data-key.used', at: deps.now(), actorId: OPERATOR });
}

async function reencryptAll(deps: KeysDeps, settings: KeySettings, report: RotationReport) {
  const ring = await openDataKeys(deps, settings);
  const needed = async () => [...(await rowsByKey(deps.keys))].filter(([number]) => number !== ring.current);
  const total = (await needed()).reduce((sum, [, rows]) => sum + rows, 0);
  let done = 0;
  report.progress(done, total);
  const onProgress = (rows: number) => {
    done += rows;
    report.progress(Math.min(done, total), total);
  };
  let result = await reencryptRows(deps, ring, onProgress);
  for (let passes = 1; result.skipped > 0 && passes < MAX_PASSES; passes++) {
    await delay(POLL_MS);
    done -= result.skipped;
    result = await reencryptRows(deps, ring, onProgress);
  }
  report.progress(total, total);
  if (result.skipped > 0) throw startRefused('Some rows are locked by other transactions. Run this command again');
  const left = (await needed()).map(([number]) => number);
  const retired = await deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const numbers = await markReencrypted(tx, left, deps.now());
    for (const _ of numbers) await record(tx, { act: 'data-key.retired', at: deps.now(), actorId: OPERATOR });
    return numbers;
  });
  return { retired, undecryptable: result.undecryptable };
}
