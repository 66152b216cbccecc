import type { OwnerTx } from '#server/platform/database/database';

/** False when the patient receives none already. */
export async function stopReminders(tx: OwnerTx, id: string): Promise<boolean> {
  const stopped = await tx`
    update patients set reminders = false where owner_id = ${tx.owner} and id = ${id} and reminders`;
  return stopped.count === 1;
}
