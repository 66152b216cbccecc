import type { IdentitySql } from '#server/platform/database/gates';

export async function ping(db: IdentitySql): Promise<void> {
  await db`select 1`;
}
