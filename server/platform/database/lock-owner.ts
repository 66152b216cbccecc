import type { BillingTx, OwnerTx, PurgeTx } from './database.ts';

/** Waits until no other transaction of this owner is past this point: for a check on which a write depends. */
export async function lockOwner(tx: OwnerTx | BillingTx | PurgeTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${tx.owner}, 0))`;
}
