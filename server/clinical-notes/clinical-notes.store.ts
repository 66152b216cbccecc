import type { OwnerTx } from '#server/platform/database/database';

/** The columns that notes do not share with certificates (server/drafts/drafts.store.ts has the others). */
export async function linkToAppointment(tx: OwnerTx, id: string, appointmentId: string): Promise<void> {
  await tx`update clinical_notes set appointment_id = ${appointmentId} where owner_id = ${tx.owner} and id = ${id}`;
}

export async function appointmentOfNote(tx: OwnerTx, id: string): Promise<string | undefined> {
  const [row] = await tx<[{ appointment_id: string | null }?]>`
    select appointment_id from clinical_notes where owner_id = ${tx.owner} and id = ${id}`;
  return row?.appointment_id ?? undefined;
}
