import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { findPatientIdentity, type PatientIdentity } from './patient-documents.store.ts';

/** Who a patient is, without the rest of the record. Throws NOT_FOUND for an unknown one. */
export async function requirePatientIdentity(db: OwnerSql, id: string): Promise<PatientIdentity> {
  const identity = await findPatientIdentity(db, id);
  if (!identity) throw new AppError('NOT_FOUND');
  return identity;
}
