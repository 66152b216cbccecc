import type { OwnerSql } from '#server/platform/database/database';

/** The slug of a professional, and whether its page takes bookings. */
export interface PageSlug {
  slug: string;
  enabled: boolean;
}

/** Undefined before the professional chooses a slug. */
export async function findPageSlug(db: OwnerSql): Promise<PageSlug | undefined> {
  const [row] = await db<[PageSlug?]>`select slug, enabled from booking_settings where owner_id = ${db.owner}`;
  return row;
}
