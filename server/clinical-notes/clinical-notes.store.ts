import type { OwnerTx } from '#server/platform/database/database';

export interface LockedNote {
  patientId: string;
  isFinalized: boolean;
}

/** Nothing is decrypted. */
export async function lockClinicalNote(tx: OwnerTx, id: string): Promise<LockedNote | undefined> {
  const [row] = await tx<[LockedNote?]>`
    select patient_id as "patientId", finalized_at is not null as "isFinalized" from clinical_notes
     where owner_id = ${tx.owner} and id = ${id} for update`;
  return row;
}
