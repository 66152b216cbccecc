import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { delayAfter } from './back-off.ts';
import type { Sql } from './sql.ts';

/** On this channel the triggers of users and sessions notify. */
const CHANNEL = 'account_changes';

/** Tells whether accounts or sessions may have changed since they were read. */
export interface AccountChanges {
  /** Increases with every change. Undefined while changes of other processes would not be noticed. */
  version(): number | undefined;
  /** Counts a change that this process made. Its notification arrives later. */
  count(): void;
  listen(): void;
  close(): Promise<void>;
}

/**
 * `listening` is a pool of one connection, which is kept. A connection pooler in transaction mode accepts LISTEN and
 * delivers nothing, so changes count as noticed when a notification sent over another connection has arrived.
 */
export function watchAccountChanges(listening: pg.Pool, sql: Sql): AccountChanges {
  let version = 0;
  let isListening = false;
  let isClosed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};

  async function connect(): Promise<void> {
    const client = await listening.connect().catch(() => undefined);
    if (!client) return retry();
    const proof = randomUUID();
    const onNotification = ({ payload }: pg.Notification) => {
      version += 1;
      if (payload !== proof) return;
      isListening = true;
      failures = 0;
    };
    const end = () => {
      isListening = false;
      stop = () => {};
      client.off('error', lose).off('end', lose).off('notification', onNotification).release(true);
    };
    const lose = () => {
      end();
      retry();
    };
    stop = end;
    client.on('error', lose).on('end', lose);
    client.on('notification', onNotification);
    try {
      await client.query(`listen ${CHANNEL}`);
      await sql`select pg_notify(${CHANNEL}, ${proof})`;
    } catch {
      if (stop === end) lose();
    }
  }

  function retry(): void {
    if (isClosed) return;
    failures += 1;
    timer = setTimeout(() => void connect(), delayAfter(failures)).unref();
  }

  return {
    version: () => (isListening ? version : undefined),
    count: () => {
      version += 1;
    },
    listen: () => void connect(),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      stop();
      await listening.end();
    },
  };
}
