import { type KeySettings, readDataKeys, readTokenKey } from '#server/platform/crypto/keys';
import { rowsByKey } from './encrypted-rows.ts';
import { isSameKey, keyFingerprint, shortFingerprint } from './key-proof.ts';
import { type DataKeyRow, dataKeyRows, recordedFingerprint } from './keys.store.ts';
import type { KeysDeps } from './open-keys.ts';
import { type RunningProcess, runningProcesses } from './rotation.store.ts';

type Match = 'right' | 'wrong' | 'missing';

export interface DataKeyStatus extends Pick<DataKeyRow, 'number' | 'status'> {
  fingerprint: string;
  /** How many rows need it. */
  rows: number;
  /** The configured key compared with the one of the database. */
  match: Match;
}

export interface KeyStatus {
  dataKeys: DataKeyStatus[];
  /** Configured, and not known to the database. */
  unused: number[];
  /** Named by rows, and not known to the database. */
  unknown: { number: number; rows: number }[];
  token: Match | 'unknown';
  processes: RunningProcess[];
}

/** Reads the state of the keys. Nothing is refused, and nothing changes. */
export async function keyStatus(deps: KeysDeps, settings: KeySettings): Promise<KeyStatus> {
  const known = await dataKeyRows(deps.keys);
  const configured = (await readDataKeys(settings)) ?? new Map<number, Uint8Array>();
  const rows = await rowsByKey(deps.keys);
  const numbers = new Set(known.map(({ number }) => number));
  return {
    dataKeys: known.map((row) => ({
      number: row.number,
      status: row.status,
      fingerprint: shortFingerprint(row.fingerprint),
      rows: rows.get(row.number) ?? 0,
      match: matchOf(row, configured.get(row.number)),
    })),
    unused: [...configured.keys()].filter((number) => !numbers.has(number)),
    unknown: [...rows].filter(([number]) => !numbers.has(number)).map(([number, count]) => ({ number, rows: count })),
    token: await tokenMatch(deps, settings),
    processes: await runningProcesses(deps.keys),
  };
}

function matchOf(row: DataKeyRow, key: Uint8Array | undefined): Match {
  if (!key) return 'missing';
  return isSameKey(key, row) ? 'right' : 'wrong';
}

async function tokenMatch(deps: KeysDeps, settings: KeySettings): Promise<KeyStatus['token']> {
  const known = await recordedFingerprint(deps.keys, 'token');
  const key = await readTokenKey(settings);
  if (!known) return 'unknown';
  if (!key) return 'missing';
  return keyFingerprint('token', key).equals(known) ? 'right' : 'wrong';
}
