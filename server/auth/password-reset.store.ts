import type { IdentitySql, IdentityTx } from '#server/platform/database/database';

/** Undefined when there is no such account. */
export async function rutOf(db: IdentitySql, id: string): Promise<{ rut: string | null } | undefined> {
  const [row] = await db<[{ rut: string | null }?]>`select rut from users where id = ${id}`;
  return row;
}

/** False when the account was deleted. */
export async function setTemporaryPassword(tx: IdentityTx, id: string, passwordHash: string): Promise<boolean> {
  const set = await tx`
    update users set password_hash = ${passwordHash}, must_change_password = true where id = ${id}`;
  return set.count === 1;
}

/** Returns the ids of the ended sessions. */
export async function endSessionsOf(tx: IdentityTx, userId: string, now: Date): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update sessions set ended_at = ${now} where user_id = ${userId} and ended_at is null returning id`;
  return rows.map(({ id }) => id);
}
