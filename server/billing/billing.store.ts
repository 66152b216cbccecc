import type { Plan } from '#contract/plans';
import type { OwnerSql } from '#server/platform/database/gates';

export async function planOf(db: OwnerSql): Promise<Plan> {
  const [row] = await db<[{ status: Plan['status']; expires_at: Date | null }?]>`
    select status, expires_at from subscriptions where owner_id = ${db.owner}`;
  return row ? { status: row.status, expiresAt: row.expires_at } : { status: 'free', expiresAt: null };
}
