import type { User } from '#contract/auth';
import type { PurgeTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/**
 * The roles of those that are there. Always locked in the same order: of two who delete each other, one comes first.
 * Who deletes may go on signing in meanwhile.
 */
export async function lockAccounts(
  tx: PurgeTx,
  { actor, target }: { actor: string; target: string },
): Promise<Map<string, User['role']>> {
  const roles = new Map<string, User['role']>();
  for (const id of [actor, target].sort()) {
    const lock = id === target ? fragment`for update` : fragment`for key share`;
    const [row] = await tx<[{ role: User['role'] }?]>`select role from users where id = ${id} ${lock}`;
    if (row) roles.set(id, row.role);
  }
  return roles;
}

/** What belongs to something else goes before it. */
const TABLES = [
  ...[fragment`documents`, fragment`verifications`, fragment`folios`, fragment`signatures`],
  ...[fragment`clinical_notes`, fragment`certificates`],
  ...[fragment`certificate_template_versions`, fragment`certificate_templates`],
  ...[fragment`appointments`, fragment`patient_suffixes`, fragment`patients`, fragment`patient_counts`],
  ...[fragment`payments`, fragment`purchases`, fragment`subscriptions`],
];

/** Sessions and notifications go with the account's own row. */
export async function removeAccount(tx: PurgeTx): Promise<void> {
  for (const table of TABLES) await tx`delete from ${table} where owner_id = ${tx.owner}`;
  await tx`delete from users where id = ${tx.owner}`;
}
