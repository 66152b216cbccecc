import { createHash, randomInt } from 'node:crypto';
import type { IdentitySql } from './database/database.ts';
import { extendLease, takeLease } from './rate-limit.store.ts';

/** Long enough for a slow database, short enough for a process that was killed. */
const LEASE_MS = 120_000;
const RENEW_MS = 30_000;

/** Locks a name for as long as a task takes, in all processes. */
export interface Leases {
  /** Undefined while another task holds the name, in this process or another. Otherwise a function that releases it. */
  take(name: string): Promise<(() => Promise<void>) | undefined>;
}

/** A lease is a row of the rate limits. It ends by itself when its process does. */
export function createLeases(db: IdentitySql, now: () => Date): Leases {
  return {
    async take(name) {
      const lease = {
        key: createHash('sha256')
          .update(JSON.stringify(['lease', name]))
          .digest(),
        // Tells the holder from the one before, whose lease has ended.
        holder: randomInt(2 ** 31 - 1),
      };
      const until = (milliseconds: number) => new Date(now().getTime() + milliseconds);
      if (!(await takeLease(db, lease, now(), until(LEASE_MS)))) return undefined;
      const renewal = setInterval(() => {
        // Tried again in half a minute.
        extendLease(db, lease, until(LEASE_MS)).catch(() => undefined);
      }, RENEW_MS).unref();
      return async () => {
        clearInterval(renewal);
        await extendLease(db, lease, now());
      };
    },
  };
}
