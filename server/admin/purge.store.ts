import type { User } from '#contract/auth';
import type { PurgeTx } from '#server/platform/database/gates';
import { fragment } from '#server/platform/database/sql';

/** The roles of those that are there. Always locked in the same order: of two who delete each other, one comes first. */
export async function lockAccounts(tx: PurgeTx, ids: string[]): Promise<Map<string, User['role']>> {
  const rows = await tx<{ id: string; role: User['role'] }[]>`
    select id, role from users where id = any (${ids}) order by id for no key update`;
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** What belongs to something else goes before it. */
const TABLES = [
  ...[fragment`documents`, fragment`verifications`, fragment`folios`, fragment`signatures`],
  ...[fragment`clinical_notes`, fragment`certificates`],
  ...[fragment`certificate_template_versions`, fragment`certificate_templates`],
  ...[fragment`appointments`, fragment`patient_endings`, fragment`patients`, fragment`patient_counts`],
  ...[fragment`payments`, fragment`purchases`, fragment`subscriptions`],
];

/** Sessions and notifications go with the account's own row. */
export async function removeAccount(tx: PurgeTx): Promise<void> {
  for (const table of TABLES) await tx`delete from ${table} where owner_id = ${tx.owner}`;
  await tx`delete from users where id = ${tx.owner}`;
}
