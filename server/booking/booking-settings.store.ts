import type { BookingSettings } from '#contract/booking-settings';
import type { OwnerSql, OwnerTx, PublicSql } from '#server/platform/database/database';

type SettingsRow = Omit<BookingSettings, 'message'> & { message: string | null };

/** Undefined before the professional sets the rules. */
export async function findBookingSettings(db: OwnerSql): Promise<BookingSettings | undefined> {
  const [row] = await db<[SettingsRow?]>`
    select enabled, slug, approval, min_notice_hours as "minNoticeHours", window_days as "windowDays",
           buffer_minutes as "bufferMinutes", max_per_day as "maxPerDay", new_patients as "newPatients", message,
           embed_origins as "embedOrigins"
      from booking_settings where owner_id = ${db.owner}`;
  return row && { ...row, message: row.message ?? undefined };
}

const UNIQUE_VIOLATION = '23505';

/** The slugs that the professional has or had. */
export async function ownSlugs(db: OwnerSql): Promise<string[]> {
  const rows = await db<{ slug: string }[]>`select slug from page_slugs where owner_id = ${db.owner}`;
  return rows.map(({ slug }) => slug);
}

/** Returns false when another professional has or had the slug. The transaction has failed then. */
export async function storeSlug(tx: OwnerTx, slug: string): Promise<boolean> {
  try {
    await tx`insert into page_slugs (owner_id, slug) values (${tx.owner}, ${slug})`;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export async function storeBookingSettings(tx: OwnerTx, settings: BookingSettings): Promise<void> {
  const { enabled, slug, approval, minNoticeHours, windowDays, bufferMinutes, maxPerDay, newPatients } = settings;
  const { message, embedOrigins } = settings;
  await tx`
    insert into booking_settings (owner_id, enabled, slug, approval, min_notice_hours, window_days, buffer_minutes,
                                  max_per_day, new_patients, message, embed_origins)
    values (${tx.owner}, ${enabled}, ${slug}, ${approval}, ${minNoticeHours}, ${windowDays}, ${bufferMinutes},
            ${maxPerDay}, ${newPatients}, ${message ?? null}, ${embedOrigins}::text[])
    on conflict (owner_id) do update
      set enabled = excluded.enabled, slug = excluded.slug, approval = excluded.approval,
          min_notice_hours = excluded.min_notice_hours, window_days = excluded.window_days,
          buffer_minutes = excluded.buffer_minutes, max_per_day = excluded.max_per_day,
          new_patients = excluded.new_patients, message = excluded.message, embed_origins = excluded.embed_origins`;
}

export interface PageAddress {
  ownerId: string;
  enabled: boolean;
  /** The present slug. */
  slug: string;
  embedOrigins: string[];
}

/** Whose page has the slug, or had it. */
export async function findPageAddress(db: PublicSql, slug: string): Promise<PageAddress | undefined> {
  const [row] = await db<[PageAddress?]>`
    select s.owner_id as "ownerId", s.enabled, s.slug, s.embed_origins as "embedOrigins"
      from page_slugs p join booking_settings s using (owner_id)
     where p.slug = ${slug}`;
  return row;
}

/** The given slugs that some professional has or had. */
export async function takenSlugs(db: PublicSql, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ slug: string }[]>`select slug from page_slugs where slug = any (${slugs}::text[])`;
  return new Set(rows.map(({ slug }) => slug));
}
