import type { AssistantPermissions } from '#contract/assistants';
import type { IdentitySql } from '#server/platform/database/database';
import { toProfile, USER_COLUMNS, type UserRow } from './auth.store.ts';
import type { Owner } from './owner.ts';

/** What an assistant may do for a professional. */
export interface Grant extends AssistantPermissions {
  id: string;
  lastSeenAt: Date | undefined;
  professional: Pick<Owner, 'id' | 'user' | 'rut' | 'rnpi'>;
}

interface GrantRow extends UserRow {
  rnpi: string | null;
  grant_id: string;
  can_edit_patients: boolean;
  can_charge: boolean;
  last_seen_at: Date | null;
}

/**
 * Undefined after the professional has ended the access, before the professional confirms a restored access, and while
 * the account of the professional is closed.
 */
export async function findGrant(
  db: IdentitySql,
  { accountId, professionalId }: { accountId: string; professionalId: string },
): Promise<Grant | undefined> {
  const [row] = await db<[GrantRow?]>`
    select ${USER_COLUMNS}, u.rnpi, a.id as grant_id, a.can_edit_patients, a.can_charge, a.last_seen_at
      from assistants a
      join users u on u.id = a.owner_id
     where a.account_id = ${accountId} and a.owner_id = ${professionalId} and a.ended_at is null
       and a.restored_at is null and u.role = 'professional'`;
  return (
    row && {
      id: row.grant_id,
      canEditPatients: row.can_edit_patients,
      canCharge: row.can_charge,
      lastSeenAt: row.last_seen_at ?? undefined,
      professional: {
        id: row.id,
        user: toProfile(row),
        rut: row.rut ?? undefined,
        rnpi: row.rnpi ?? undefined,
      },
    }
  );
}

export async function touchGrant(db: IdentitySql, id: string, at: Date): Promise<void> {
  await db`update assistants set last_seen_at = ${at} where id = ${id}`;
}

export async function touchGrants(
  db: IdentitySql,
  accountId: string,
  { now, seenBefore }: { now: Date; seenBefore: Date },
): Promise<void> {
  await db`
    update assistants set last_seen_at = ${now}
     where account_id = ${accountId} and ended_at is null and restored_at is null
       and (last_seen_at is null or last_seen_at < ${seenBefore})`;
}
