import type { Profile } from '#contract/auth';
import type { PurgeTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/**
 * Locks both accounts and returns the roles of those that exist. The order of the ids avoids a deadlock between two
 * administrators who delete each other. The weaker lock on the actor does not block the actor's logins.
 */
export async function lockAccounts(
  tx: PurgeTx,
  { actor, target }: { actor: string; target: string },
): Promise<Map<string, Profile['role']>> {
  const roles = new Map<string, Profile['role']>();
  for (const id of [actor, target].sort()) {
    const lock = id === target ? fragment`for update` : fragment`for key share`;
    const [row] = await tx<[{ role: Profile['role'] }?]>`select role from users where id = ${id} ${lock}`;
    if (row) roles.set(id, row.role);
  }
  return roles;
}

/** Referencing tables come before the tables that they reference. */
const TABLES = [
  fragment`audit_details`,
  fragment`documents`,
  fragment`verifications`,
  fragment`folios`,
  fragment`signatures`,
  fragment`clinical_notes`,
  fragment`certificates`,
  fragment`certificate_template_versions`,
  fragment`certificate_templates`,
  fragment`appointments`,
  fragment`patient_suffixes`,
  fragment`patients`,
  fragment`patient_counts`,
  fragment`storage_usage`,
  fragment`payments`,
  fragment`purchases`,
  fragment`subscriptions`,
];

/** Printed documents are out in the world. What tells them from forgeries is kept, without names and initials. */
async function keepIssuedDocuments(tx: PurgeTx): Promise<void> {
  await tx`
    insert into verifications_of_deleted_accounts
      (code_hash, kind, title, folio, finalized_at, time_zone, content_hash, file_hash, timestamp)
    select code_hash, kind, title, folio, finalized_at, time_zone, content_hash, file_hash, timestamp
      from verifications where owner_id = ${tx.owner}`;
}

/** Sessions and notifications are deleted by cascade. */
export async function deleteAccount(tx: PurgeTx): Promise<void> {
  await keepIssuedDocuments(tx);
  for (const table of TABLES) await tx`delete from ${table} where owner_id = ${tx.owner}`;
  await tx`delete from users where id = ${tx.owner}`;
}
