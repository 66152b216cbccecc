import { CLOSED_ACCOUNT_DAYS, type ClosedAccount } from '#contract/closed-accounts';
import { OPERATOR, record, recordEach } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import {
  closeAccount,
  closedAccounts,
  type LockedAccount,
  lockAccounts,
  reopenAccount,
} from './closed-accounts.store.ts';
import { deleteAccount, lockClosedAccount } from './purge.store.ts';

type ClosingDeps = Pick<Deps, 'adminRead' | 'purgeTransaction' | 'now'>;

const CLOSED_ACCOUNT_MS = CLOSED_ACCOUNT_DAYS * 24 * 3600 * 1000;

/** Accounts that were closed until then are purged, and are not restored any more. */
const purgedUntil = (now: Date): Date => new Date(now.getTime() - CLOSED_ACCOUNT_MS);

/**
 * Closes an account to everybody. Its data are deleted some days later. Administrators cannot delete themselves, so one
 * always remains.
 */
export async function deleteUser(deps: ClosingDeps, admin: Owner, id: string): Promise<undefined> {
  if (id === admin.id) throw new AppError('OWN_ACCOUNT');
  return deps.purgeTransaction(id, async (tx) => {
    // Before the account: a write of the owner locks in this order too, and the opposite order would deadlock.
    await lockOwner(tx);
    const accounts = await lockAccounts(tx, { actor: admin.id, target: id });
    requireOpenAdmin(accounts.get(admin.id));
    if (accounts.get(id)?.closedAt !== null) throw new AppError('NOT_FOUND');
    const at = deps.now();
    const ended = await closeAccount(tx, admin.id, at);
    const entry = { at, actorId: admin.id, ownerId: id, address: admin.address };
    await record(tx, { ...entry, act: 'user.deleted', subjectId: id });
    await recordEach(tx, { ...entry, act: 'session.ended' }, ended.sessions);
    if (ended.hadCalendarLink) await record(tx, { ...entry, act: 'calendar-link.revoked', subjectId: id });
    return undefined;
  });
}

/** The date decides, and not the clean-up, which may not have run yet. */
export function restoreAccount(deps: ClosingDeps, admin: Owner, id: string): Promise<undefined> {
  return deps.purgeTransaction(id, async (tx) => {
    await lockOwner(tx);
    const accounts = await lockAccounts(tx, { actor: admin.id, target: id });
    requireOpenAdmin(accounts.get(admin.id));
    const closedAt = accounts.get(id)?.closedAt;
    if (!closedAt) throw new AppError('NOT_FOUND');
    const at = deps.now();
    if (closedAt <= purgedUntil(at)) throw new AppError('RESTORE_EXPIRED');
    const outcome = await reopenAccount(tx);
    if (outcome === 'email-taken') throw new AppError('CLOSED_EMAIL_TAKEN');
    if (outcome === 'identity-taken') throw new AppError('IDENTITY_TAKEN');
    const entry = { at, actorId: admin.id, ownerId: id, subjectId: id, address: admin.address };
    await record(tx, { ...entry, act: 'user.restored' });
    return undefined;
  });
}

/** The administrator may have been deleted since the request was authenticated. */
function requireOpenAdmin(account: LockedAccount | undefined): void {
  if (account?.role !== 'admin' || account.closedAt) throw new AppError('NOT_SIGNED_IN');
}

export function listClosedAccounts(deps: ClosingDeps): Promise<ClosedAccount[]> {
  const purgeAt = (closedAt: Date) => new Date(closedAt.getTime() + CLOSED_ACCOUNT_MS);
  const isRestorable = (closedAt: Date) => closedAt > purgedUntil(deps.now());
  return deps.adminRead((db) => closedAccounts(db, { purgeAt, isRestorable }));
}

/** Deletes everything of a closed account, or nothing. False when it was restored, or is not due yet. */
export function purgeAccount(deps: Pick<Deps, 'purgeTransaction' | 'now'>, id: string): Promise<boolean> {
  return deps.purgeTransaction(id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    if (!(await lockClosedAccount(tx, purgedUntil(at)))) return false;
    await deleteAccount(tx, at);
    await record(tx, { act: 'user.purged', at, actorId: OPERATOR, ownerId: id, subjectId: id, address: undefined });
    return true;
  });
}
