import type { IdentitySql } from '#server/platform/database/database';

export async function ping(db: IdentitySql): Promise<void> {
  await db`select 1`;
}
