import type { IdentitySql } from './database/database.ts';

interface Count {
  hits: number;
  resetsAt: Date;
}

/**
 * Counts hits on a key, in a window that begins with the first hit. After the clock was set back, the window ends no
 * later than one that begins now. Its hits stay, because two calls of one moment may be counted in the wrong order.
 */
export async function countHit(db: IdentitySql, key: Buffer, seconds: number, now: Date, hits = 1): Promise<Count> {
  const windowEnd = new Date(now.getTime() + seconds * 1000);
  const [row] = await db<[Count]>`
    insert into rate_limits as kept (key, hits, resets_at)
    values (${key}, ${hits}, ${windowEnd})
    on conflict (key) do update
       set hits = case when kept.resets_at <= ${now} then excluded.hits else kept.hits + excluded.hits end,
           resets_at = case when kept.resets_at <= ${now} then excluded.resets_at
                            else least(kept.resets_at, excluded.resets_at) end
    returning hits, resets_at as "resetsAt"`;
  return row;
}

interface Lease {
  key: Buffer;
  holder: number;
}

/**
 * False while somebody else has the lease. After the clock was set back, a lease ends no later than one that begins
 * now.
 */
export async function takeLease(db: IdentitySql, { key, holder }: Lease, now: Date, until: Date): Promise<boolean> {
  const taken = await db`
    insert into rate_limits as kept (key, hits, resets_at) values (${key}, ${holder}, ${until})
    on conflict (key) do update set hits = excluded.hits, resets_at = excluded.resets_at
      where kept.resets_at <= ${now} or kept.resets_at > ${until}`;
  return taken.count === 1;
}

export async function extendLease(db: IdentitySql, { key, holder }: Lease, until: Date): Promise<void> {
  await db`update rate_limits set resets_at = ${until} where key = ${key} and hits = ${holder}`;
}
