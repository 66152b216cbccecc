import type { Patient } from '#contract/patients';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { storeBlock } from './patient-blocking.store.ts';
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

/** The same as a part of another act. The owner is locked. */
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
