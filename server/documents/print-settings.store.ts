import { DEFAULT_PRINT_SETTINGS, type PrintSettings } from '#contract/print-settings';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

export async function findPrintSettings(db: OwnerSql): Promise<PrintSettings> {
  const [row] = await db<[PrintSettings?]>`
    select page_size as "pageSize" from print_settings where owner_id = ${db.owner}`;
  return row ?? DEFAULT_PRINT_SETTINGS;
}

export async function storePrintSettings(tx: OwnerTx, { pageSize }: PrintSettings): Promise<void> {
  await tx`
    insert into print_settings (owner_id, page_size) values (${tx.owner}, ${pageSize})
    on conflict (owner_id) do update set page_size = excluded.page_size`;
}
