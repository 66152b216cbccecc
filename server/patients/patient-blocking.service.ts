import type { DocumentType } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { compactRut } from '#contract/rut';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { storeBlock } from './patient-blocking.store.ts';
import { findPatientsByDocument } from './patient-documents.store.ts';
import { requirePatient } from './patients.service.ts';

type BlockingDeps = Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>;

/** Repeated, it changes nothing, and the block keeps its date. */
export function setPatientBlocked(deps: BlockingDeps, owner: Owner, id: string, blocked: boolean): Promise<Patient> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    await setBlocked(tx, owner, { id, blocked }, deps.now());
    return requirePatient(tx, deps, owner, id);
  });
}

/** The same within the transaction of another act. The owner is locked. */
export async function setBlocked(
  tx: OwnerTx,
  owner: Owner,
  { id, blocked }: { id: string; blocked: boolean },
  at: Date,
): Promise<void> {
  const changed = await storeBlock(tx, id, blocked ? at : null);
  if (changed === undefined) throw new AppError('NOT_FOUND');
  if (!changed) return;
  await record(tx, { ...actBy(owner, id, id), act: blocked ? 'patient.blocked' : 'patient.unblocked', at });
}

interface Written {
  rut: string;
  documentType: DocumentType;
}

/**
 * Tells who wrote before the patient with the same document was blocked. They get no more mails; whoever writes while
 * blocked expects an answer.
 */
export async function blockedWriters(db: OwnerSql, people: readonly Written[]) {
  const toDocument = ({ rut, documentType }: Written) => ({ compactRut: compactRut(rut), documentType });
  const patients = await findPatientsByDocument(db, people.map(toDocument));
  return (person: Written, wroteAt: Date): boolean => {
    const { compactRut: rut, documentType } = toDocument(person);
    const patient = patients.find((one) => one.compactRut === rut && one.documentType === documentType);
    return patient?.blockedAt != null && patient.blockedAt >= wroteAt;
  };
}
