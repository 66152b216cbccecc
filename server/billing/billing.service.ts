import { CLINICAL_LIMIT_MESSAGE, PATIENT_LIMIT_MESSAGE, type Permission } from '#contract/billing';
import { mayAddPatient, mayWriteClinically } from '#contract/plans';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/gates';
import { planOf } from './billing.store.ts';

export async function patientPermission(db: OwnerSql, patientCount: number, now: Date): Promise<Permission> {
  const canCreate = mayAddPatient(await planOf(db), patientCount, now);
  return { canCreate, message: canCreate ? '' : PATIENT_LIMIT_MESSAGE };
}

export async function clinicalPermission(db: OwnerSql, patientCount: number, now: Date): Promise<Permission> {
  const canCreate = mayWriteClinically(await planOf(db), patientCount, now);
  return { canCreate, message: canCreate ? '' : CLINICAL_LIMIT_MESSAGE };
}

/** The owner's turn must be taken: the count may not change until the patient is in. */
export async function requireRoomForPatient(tx: OwnerTx, patientCount: number, now: Date): Promise<void> {
  const { canCreate } = await patientPermission(tx, patientCount, now);
  if (!canCreate) throw new AppError('PATIENT_LIMIT');
}
