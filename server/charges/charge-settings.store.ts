import type { ChargeSettings } from '#contract/charge-reminders';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

/** Without a row the default message is used. */
export async function findChargeSettings(db: OwnerSql): Promise<ChargeSettings> {
  const [row] = await db<[ChargeSettings?]>`select message from charge_settings where owner_id = ${db.owner}`;
  return row ?? { message: '' };
}

export async function storeChargeSettings(tx: OwnerTx, { message }: ChargeSettings): Promise<void> {
  await tx`
    insert into charge_settings (owner_id, message) values (${tx.owner}, ${message})
    on conflict (owner_id) do update set message = excluded.message`;
}
