import type { Profile } from '#contract/auth';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** Undefined when there is no such account. */
export async function rutOf(db: IdentitySql, id: string): Promise<{ rut: string | null } | undefined> {
  const [row] = await db<[{ rut: string | null }?]>`select rut from users where id = ${id}`;
  return row;
}

interface TemporaryPassword {
  id: string;
  passwordHash: string;
  until: Date;
  at: Date;
}

/** False when the account was deleted. */
export async function setTemporaryPassword(
  tx: IdentityTx,
  { id, passwordHash, until, at }: TemporaryPassword,
): Promise<boolean> {
  const set = await tx`
    update users
       set password_hash = ${passwordHash}, must_change_password = true, temporary_password_until = ${until},
           has_generated_password = false, password_from_reset_at = ${at}
     where id = ${id}`;
  return set.count === 1;
}

/** A temporary password works for one login. Returns false for any other, and when it has expired. */
export async function spendTemporaryPassword(
  tx: IdentityTx,
  { id, passwordHash }: { id: string; passwordHash: string },
  now: Date,
): Promise<boolean> {
  const spent = await tx`
    update users set temporary_password_until = null
     where id = ${id} and password_hash = ${passwordHash} and temporary_password_until > ${now}`;
  return spent.count === 1;
}

/** `by` is the name and the address of the administrator, for the notice to the owner. */
export async function insertReset(
  tx: IdentityTx,
  { userId, id, by, at }: { userId: string; id: string; by: string; at: Date },
): Promise<void> {
  await tx`insert into password_resets (user_id, id, at, by) values (${userId}, ${id}, ${at}, ${by})`;
}

/** Shows the notices of resets after `since` again. */
export async function showResets(tx: IdentityTx, userId: string, since: Date): Promise<void> {
  await tx`update password_resets set is_shown = true where user_id = ${userId} and not is_shown and at > ${since}`;
}

/** False when there is no notice. */
export async function dismissResets(tx: IdentityTx, userId: string, now: Date): Promise<boolean> {
  const dismissed = await tx`
    update password_resets set is_shown = false, dismissed_at = ${now} where user_id = ${userId} and is_shown`;
  return dismissed.count > 0;
}

/** The driver reads JSON, so the times are texts. */
export interface ResetNotices {
  reset_notices: { at: string; by: string; dismissedAt: string | null }[] | null;
}

/** The notices of the account `u`, the last one first. Null when there are none. */
export const RESET_NOTICES = fragment`
  (select json_agg(json_build_object('at', r.at, 'by', r.by, 'dismissedAt', r.dismissed_at) order by r.at desc, r.id)
     from password_resets r where r.user_id = u.id and r.is_shown) as reset_notices`;

export function resetNotices({ reset_notices: rows }: ResetNotices): Pick<Profile, 'passwordReset' | 'passwordResets'> {
  const instant = (at: string) => new Date(at).toISOString();
  const notices = rows?.map(({ at, by, dismissedAt }) => ({
    at: instant(at),
    by,
    dismissedAt: dismissedAt === null ? undefined : instant(dismissedAt),
  }));
  const [last] = notices ?? [];
  return { passwordReset: last && { at: last.at, by: last.by }, passwordResets: notices };
}

/** Records that the present password was not set by, or since, a reset. */
export async function endPasswordOrigin(tx: IdentityTx, id: string): Promise<void> {
  await tx`update users set password_from_reset_at = null where id = ${id} and password_from_reset_at is not null`;
}

/** Returns the ids of the ended sessions. */
export async function endSessionsOf(tx: IdentityTx, userId: string, now: Date): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update sessions set ended_at = ${now} where user_id = ${userId} and ended_at is null returning id`;
  return rows.map(({ id }) => id);
}
