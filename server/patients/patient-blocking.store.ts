import type { OwnerTx } from '#server/platform/database/database';

/** Undefined without such a patient; false when nothing changes. */
export async function storeBlock(tx: OwnerTx, id: string, blockedAt: Date | null): Promise<boolean | undefined> {
  const [row] = await tx<[{ blocked: boolean }?]>`
    select blocked from patients where owner_id = ${tx.owner} and id = ${id} for update`;
  if (!row) return undefined;
  const blocked = blockedAt !== null;
  if (row.blocked === blocked) return false;
  await tx`
    update patients set blocked = ${blocked}, blocked_at = ${blockedAt} where owner_id = ${tx.owner} and id = ${id}`;
  return true;
}
