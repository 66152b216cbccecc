import type { Assistant, AssistantInvitation, AssistantPermissions } from '#contract/assistants';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface AssistantRow {
  id: string;
  name: string;
  email: string;
  can_edit_patients: boolean;
  can_charge: boolean;
  invited_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  last_seen_at: Date | null;
  restored_at: Date | null;
}

const COLUMNS = fragment`
  a.id, a.name, a.email, a.can_edit_patients, a.can_charge, a.invited_at, a.expires_at, a.accepted_at, a.last_seen_at,
  a.restored_at`;

function statusOf({ accepted_at, restored_at }: AssistantRow): Assistant['status'] {
  if (!accepted_at) return 'invited';
  return restored_at ? 'unconfirmed' : 'active';
}

const toAssistant = (row: AssistantRow): Assistant => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  status: statusOf(row),
  canEditPatients: row.can_edit_patients,
  canCharge: row.can_charge,
  invitedAt: row.invited_at.toISOString(),
  expiresAt: row.accepted_at ? undefined : row.expires_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString(),
});

/** The invited and the active ones, by name. */
export async function openAssistants(db: IdentitySql, ownerId: string): Promise<Assistant[]> {
  const rows = await db<AssistantRow[]>`
    select ${COLUMNS} from assistants a
     where a.owner_id = ${ownerId} and a.ended_at is null
     order by lower(a.name), a.id`;
  return rows.map(toAssistant);
}

interface NewInvitation {
  id: string;
  ownerId: string;
  invitation: AssistantInvitation;
  tokenHash: Buffer;
  at: Date;
  expiresAt: Date;
}

export async function insertInvitation(tx: IdentityTx, invited: NewInvitation): Promise<Assistant | undefined> {
  const { id, ownerId, tokenHash, at, expiresAt } = invited;
  const { name, email, canEditPatients, canCharge } = invited.invitation;
  const [row] = await tx<[AssistantRow?]>`
    insert into assistants as a (id, owner_id, name, email, can_edit_patients, can_charge, token_hash, invited_at,
                                 expires_at)
    values (${id}, ${ownerId}, ${name}, ${email}, ${canEditPatients}, ${canCharge}, ${tokenHash}, ${at}, ${expiresAt})
    returning ${COLUMNS}`;
  return row && toAssistant(row);
}

/** The former link ends, because its token is no longer the stored one. */
export async function replaceInvitation(tx: IdentityTx, invited: NewInvitation): Promise<Assistant | undefined> {
  const { id, ownerId, tokenHash, at, expiresAt } = invited;
  const { name, canEditPatients, canCharge } = invited.invitation;
  const [row] = await tx<[AssistantRow?]>`
    update assistants a
       set name = ${name}, can_edit_patients = ${canEditPatients}, can_charge = ${canCharge},
           token_hash = ${tokenHash}, invited_at = ${at}, expires_at = ${expiresAt}
     where a.id = ${id} and a.owner_id = ${ownerId} and a.accepted_at is null and a.ended_at is null
    returning ${COLUMNS}`;
  return row && toAssistant(row);
}

interface OwnAssistant {
  ownerId: string;
  id: string;
}

export async function replacePermissions(
  tx: IdentityTx,
  { ownerId, id }: OwnAssistant,
  { canEditPatients, canCharge }: AssistantPermissions,
): Promise<Assistant | undefined> {
  const [row] = await tx<[AssistantRow?]>`
    update assistants a set can_edit_patients = ${canEditPatients}, can_charge = ${canCharge}
     where a.id = ${id} and a.owner_id = ${ownerId} and a.ended_at is null
    returning ${COLUMNS}`;
  return row && toAssistant(row);
}

/** Undefined when there is no access, or it has ended. */
export async function findAccess(tx: IdentityTx, { ownerId, id }: OwnAssistant): Promise<Assistant | undefined> {
  const [row] = await tx<[AssistantRow?]>`
    select ${COLUMNS} from assistants a
     where a.id = ${id} and a.owner_id = ${ownerId} and a.accepted_at is not null and a.ended_at is null
       for update`;
  return row && toAssistant(row);
}

export async function storeConfirmation(tx: IdentityTx, { ownerId, id }: OwnAssistant): Promise<void> {
  await tx`update assistants set restored_at = null where id = ${id} and owner_id = ${ownerId}`;
}

/** False when the access or the invitation had ended before. */
export async function endAssistant(tx: IdentityTx, { ownerId, id }: OwnAssistant, now: Date): Promise<boolean> {
  const ended = await tx`
    update assistants set ended_at = ${now}, token_hash = null
     where id = ${id} and owner_id = ${ownerId} and ended_at is null`;
  return ended.count === 1;
}

/** Also after the access has ended. The account is null before the invitation is accepted. */
export async function findAssistantAccount(
  db: IdentitySql,
  { ownerId, id }: OwnAssistant,
): Promise<{ accountId: string | null } | undefined> {
  const [row] = await db<[{ accountId: string | null }?]>`
    select account_id as "accountId" from assistants where id = ${id} and owner_id = ${ownerId}`;
  return row;
}
