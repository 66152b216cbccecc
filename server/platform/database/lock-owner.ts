import type { BillingTx, OwnerTx, PurgeTx } from './database.ts';

/** Serializes the writes of one owner until the transaction ends. Needed before a check on which a write depends. */
export async function lockOwner(tx: OwnerTx | BillingTx | PurgeTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${tx.owner}, 0))`;
}
