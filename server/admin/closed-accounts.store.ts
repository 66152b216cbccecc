import type { Profile } from '#contract/auth';
import type { ClosedAccount } from '#contract/closed-accounts';
import type { AdminSql, PurgeTx } from '#server/platform/database/database';
import { type Fragment, fragment } from '#server/platform/database/sql';
import { namesOf } from '#server/platform/database/transaction';

export interface LockedAccount {
  role: Profile['role'];
  /** Null while the account is open. */
  closedAt: Date | null;
}

/**
 * Locks both accounts and returns those that exist. The order of the ids avoids a deadlock between two administrators
 * who delete each other. The weaker lock on the actor does not block the actor's logins.
 */
export async function lockAccounts(
  tx: PurgeTx,
  { actor, target }: { actor: string; target: string },
): Promise<Map<string, LockedAccount>> {
  const accounts = new Map<string, LockedAccount>();
  for (const id of [actor, target].sort()) {
    const lock = id === target ? fragment`for update` : fragment`for key share`;
    const [row] = await tx<[LockedAccount?]>`
      select role, closed_at as "closedAt" from users where id = ${id} ${lock}`;
    if (row) accounts.set(id, row);
  }
  return accounts;
}

/**
 * From now on only the roles of the panel, of the deletion, of the clean-up and of backups see the account. Also ends its
 * sessions, the address of its agenda and its access to professionals: a restored account has none.
 */
export async function closeAccount(
  tx: PurgeTx,
  by: string,
  now: Date,
): Promise<{ sessions: string[]; hadCalendarLink: boolean }> {
  await tx`update users set closed_at = ${now}, closed_by = ${by} where id = ${tx.owner}`;
  const ended = await tx<{ id: string }[]>`
    update sessions set ended_at = ${now} where user_id = ${tx.owner} and ended_at is null returning id`;
  const links = await tx`delete from calendar_links where user_id = ${tx.owner}`;
  await endAssistance(tx, now);
  return { sessions: ended.map(({ id }) => id), hadCalendarLink: links.count > 0 };
}

/** The account may be an assistant's. Its name stays in the access log of its professionals. */
export async function endAssistance(tx: PurgeTx, now: Date): Promise<void> {
  await tx`update assistants set ended_at = ${now} where account_id = ${tx.owner} and ended_at is null`;
}

/** The e-mail or the confirmed RUT may belong to another account by now. The transaction has then failed. */
export async function reopenAccount(tx: PurgeTx): Promise<'restored' | 'email-taken' | 'identity-taken'> {
  try {
    await tx`update users set closed_at = null, closed_by = null where id = ${tx.owner}`;
    return 'restored';
  } catch (error) {
    const { constraint } = namesOf(error);
    if (constraint === 'users_email_key') return 'email-taken';
    if (constraint === 'users_confirmed_rut_key') return 'identity-taken';
    throw error;
  }
}

interface ClosedRow {
  id: string;
  name: string;
  email: string;
  closed_at: Date;
  closed_by: string | null;
}

/** The latest first. */
export async function closedAccounts(
  db: AdminSql,
  { purgeAt, isRestorable }: { purgeAt: (closedAt: Date) => Date; isRestorable: (closedAt: Date) => boolean },
): Promise<ClosedAccount[]> {
  const rows = await db<ClosedRow[]>`
    select u.id, u.name, u.email, u.closed_at, a.name as closed_by
      from users u
      left join users a on a.id = u.closed_by
     where u.closed_at is not null
     order by u.closed_at desc, u.id desc`;
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    email: row.email,
    closedAt: row.closed_at.toISOString(),
    closedBy: row.closed_by ?? undefined,
    purgeAt: purgeAt(row.closed_at).toISOString(),
    isRestorable: isRestorable(row.closed_at),
  }));
}

/** True for a row without an account, and for a row whose account is not closed. */
export const isOfNoClosedAccount = (userId: Fragment) =>
  fragment`not exists (select from users closed where closed.id = ${userId} and closed.closed_at is not null)`;
