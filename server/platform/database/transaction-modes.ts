import { isUuid } from '../uuid.ts';
import { mapTransientError, type TransactionMode } from './transaction.ts';

/** Applies to the transaction alone: a connection in the pool has no owner. */
function setLocal(setting: 'app.owner' | 'app.purged', owner: string): string {
  if (!isUuid(owner)) throw new Error('an owner is a UUID');
  return `set local ${setting} = '${owner}'`;
}

/** Without one snapshot, an act that commits between two statements makes their answers contradict each other. */
export const ownerReadMode = (owner: string): TransactionMode => ({
  begin: ['begin isolation level repeatable read read only', setLocal('app.owner', owner)],
  isPipelined: true,
  isReadOnly: true,
});

export const ownerMode = (owner: string): TransactionMode => ({
  begin: ['begin', setLocal('app.owner', owner)],
  isPipelined: true,
  needsTimeLeft: true,
});

export const BEGIN: TransactionMode = { begin: ['begin'] };
/** Background jobs that a request wakes up outlive it, so their handles do not need its time. */
export const BEGIN_IN_TIME: TransactionMode = { ...BEGIN, needsTimeLeft: true };
/**
 * The transaction locks chains of several owners. It gives up soon, so that their writes do not wait for a locked
 * chain.
 */
export const BEGIN_AUDIT: TransactionMode = { begin: ['begin', `set local lock_timeout = '250ms'`] };

/**
 * The caller is an administrator, so a violated foreign key to the purged account does not mean that the caller is
 * gone.
 */
export const purgeMode = (owner: string): TransactionMode => ({
  begin: ['begin', setLocal('app.purged', owner)],
  needsTimeLeft: true,
  mapError: mapTransientError,
});

/** One letter and a whole name need different plans for the same search, so no plan is cached. */
export const BEGIN_ADMIN_READ: TransactionMode = {
  begin: ['begin isolation level repeatable read read only', 'set local plan_cache_mode = force_custom_plan'],
  isReadOnly: true,
};
