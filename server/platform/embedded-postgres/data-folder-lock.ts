import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import type { Statement } from '../database/sql.ts';
import { connectionTo, type Socket } from './embedded-process.ts';

/** A killed server releases its lock after a moment. */
const LOCK_ATTEMPTS = 20;

export interface DataFolderLock {
  /** Resolves when PostgreSQL ended the connection, and with it the lock. */
  ended: Promise<unknown>;
  /** Sends a statement on the connection of the lock. */
  query(statement: string | Statement): Promise<Pick<pg.QueryResult, 'rows' | 'rowCount'>>;
  release(): Promise<void>;
}

/**
 * Locks the data folder for this process. PostgreSQL releases the lock when the process ends. Undefined when another
 * process has it.
 */
export async function lockDataFolder(
  socket: Socket,
  { attempts = LOCK_ATTEMPTS } = {},
): Promise<DataFolderLock | undefined> {
  const client = connectionTo(socket);
  client.on('error', () => undefined);
  const ended = new Promise((resolve) => client.once('end', resolve));
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await delay(50);
      const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [ADVISORY_LOCKS.dataFolder]);
      if (rows[0]?.held) return { ended, query: (statement) => client.query(statement), release };
    }
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}
