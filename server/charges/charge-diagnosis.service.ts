import { Diagnosis } from '#contract/charge-diagnosis';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { findDiagnosis, storeDiagnosis } from './charge-diagnosis.store.ts';
import { lockAndReadCharge, readCharge } from './charge-records.service.ts';

interface ChargeDiagnosis {
  diagnosis: Diagnosis | null;
}

/** The diagnosis that the professional wants on the receipt. Assistants have no right to it. */
export async function readDiagnosis(db: OwnerSql, { cipher }: Pick<Deps, 'cipher'>, chargeId: string) {
  const text = await findDiagnosis(db, chargeId, cipher);
  if (text === null) throw new AppError('UNDECRYPTABLE');
  return text === undefined ? null : Diagnosis.parse(JSON.parse(text));
}

/** The patient is for the access log, and is not sent. */
export const getChargeDiagnosis = (
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  id: string,
): Promise<ChargeDiagnosis & { patientId: string }> =>
  deps.tenantRead(owner.id, async (db) => {
    const { patientId } = await readCharge(db, deps, id);
    return { diagnosis: await readDiagnosis(db, deps, id), patientId };
  });

export function putChargeDiagnosis(
  deps: Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>,
  owner: Owner,
  id: string,
  { diagnosis }: ChargeDiagnosis,
): Promise<ChargeDiagnosis> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const { voided, patientId } = await lockAndReadCharge(tx, deps, id);
    if (voided) throw new AppError('CHARGE_VOID');
    await storeDiagnosis(tx, id, diagnosis ? JSON.stringify(diagnosis) : undefined, deps.cipher);
    await record(tx, { ...actBy(owner, id, patientId), act: 'charge.diagnosis-set', at: deps.now() });
    return { diagnosis };
  });
}
