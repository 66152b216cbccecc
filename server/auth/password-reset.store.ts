import type { IdentitySql, IdentityTx } from '#server/platform/database/database';

/** Undefined when there is no such account. */
export async function rutOf(db: IdentitySql, id: string): Promise<{ rut: string | null } | undefined> {
  const [row] = await db<[{ rut: string | null }?]>`select rut from users where id = ${id}`;
  return row;
}

interface TemporaryPassword {
  id: string;
  passwordHash: string;
  until: Date;
  /** For the notice to the owner. */
  by: string;
  at: Date;
}

/** False when the account was deleted. */
export async function setTemporaryPassword(
  tx: IdentityTx,
  { id, passwordHash, until, by, at }: TemporaryPassword,
): Promise<boolean> {
  const set = await tx`
    update users
       set password_hash = ${passwordHash}, must_change_password = true, temporary_password_until = ${until},
           has_generated_password = false, password_reset_at = ${at}, password_reset_by = ${by},
           password_from_reset_at = ${at}
     where id = ${id}`;
  return set.count === 1;
}

/** Of several logins with a temporary password one succeeds. False for the others, and when it has expired. */
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

/** False when there is no notice. */
export async function dismissPasswordReset(tx: IdentityTx, id: string): Promise<boolean> {
  const dismissed = await tx`
    update users set password_reset_at = null, password_reset_by = null
     where id = ${id} and password_reset_at is not null`;
  return dismissed.count === 1;
}

/** The password no longer descends from one that an administrator set. */
export async function endPasswordOrigin(tx: IdentityTx, id: string): Promise<void> {
  await tx`update users set password_from_reset_at = null where id = ${id} and password_from_reset_at is not null`;
}

/** Returns the ids of the ended sessions. */
export async function endSessionsOf(tx: IdentityTx, userId: string, now: Date): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update sessions set ended_at = ${now} where user_id = ${userId} and ended_at is null returning id`;
  return rows.map(({ id }) => id);
}
