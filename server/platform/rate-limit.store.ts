import type { IdentitySql } from './database/database.ts';

interface Count {
  hits: number;
  resetsAt: Date;
}

/**
 * Counts a hit on a key, in a window that begins with the first hit. After the clock was set back, the window ends no
 * later than one that begins now. Its hits stay, because two calls of one moment may be counted in the wrong order.
 */
export async function countHit(db: IdentitySql, key: Buffer, seconds: number, now: Date): Promise<Count> {
  const windowEnd = new Date(now.getTime() + seconds * 1000);
  const [row] = await db<[Count]>`
    insert into rate_limits as kept (key, hits, resets_at)
    values (${key}, 1, ${windowEnd})
    on conflict (key) do update
       set hits = case when kept.resets_at <= ${now} then 1 else kept.hits + 1 end,
           resets_at = case when kept.resets_at <= ${now} then excluded.resets_at
                            else least(kept.resets_at, excluded.resets_at) end
    returning hits, resets_at as "resetsAt"`;
  return row;
}

export async function deleteExpiredLimits(db: IdentitySql, now: Date): Promise<void> {
  await db`delete from rate_limits where resets_at <= ${now}`;
}
