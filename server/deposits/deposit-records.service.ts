import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { depositRecords, type DepositRecord as StoredRecord } from './deposit-records.store.ts';

export type DepositRecord = StoredRecord;

/** The deposits of a patient, or of all bookings, with their payments, for an export. */
export const readDepositRecords = (
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  patientId?: string,
): Promise<DepositRecord[]> => deps.tenantRead(owner.id, (db) => depositRecords(db, patientId, deps.cipher));
