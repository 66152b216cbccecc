import { type Absence, MAX_ABSENCES, type NewAbsence, type WorkingHours } from '#contract/working-hours';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import {
  countAbsences,
  deleteHours,
  insertAbsence,
  insertHours,
  removeAbsence,
  replaceDefaultDuration,
  workingHours,
} from './working-hours.store.ts';

type WorkingHoursDeps = Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>;

export const getWorkingHours = (deps: Pick<Deps, 'tenantRead'>, owner: Owner): Promise<WorkingHours> =>
  deps.tenantRead(owner.id, workingHours);

/** Without them nothing is offered to patients. */
export const hasWorkingHours = async (db: OwnerSql): Promise<boolean> => (await workingHours(db)).hours.length > 0;

export function replaceWorkingHours(
  deps: WorkingHoursDeps,
  owner: Owner,
  { hours, defaultDuration }: WorkingHours,
): Promise<WorkingHours> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    // Two replacements at the same time would leave the rows of both.
    await lockOwner(tx);
    await deleteHours(tx);
    if (hours.length > 0) await insertHours(tx, hours);
    await replaceDefaultDuration(tx, defaultDuration);
    await record(tx, { ...actBy(owner, owner.id), act: 'working-hours.changed', at: deps.now() });
    return workingHours(tx);
  });
}

export function createAbsence(deps: WorkingHoursDeps, owner: Owner, absence: NewAbsence): Promise<Absence> {
  const at = deps.now();
  const id = uuidv7(at);
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    if ((await countAbsences(tx)) >= MAX_ABSENCES) throw new AppError('TOO_MANY_ABSENCES');
    await insertAbsence(tx, id, absence, deps.cipher, at);
    await record(tx, { ...actBy(owner, id), act: 'absence.created', at });
    return { _id: id, ...absence };
  });
}

export function deleteAbsence(deps: WorkingHoursDeps, owner: Owner, id: string): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    if (!(await removeAbsence(tx, id))) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id), act: 'absence.deleted', at: deps.now() });
    return undefined;
  });
}
