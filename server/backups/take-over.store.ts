import type { Sql } from '#server/platform/database/sql';
import { startRefused } from '#server/platform/start-refused';
import { type Ended, recordEnds, seeingAllRows } from './end-credentials.store.ts';
import { type FormerState, readLogs } from './former-state.store.ts';

/** How much was ended in the former database after the backup was made, and is ended in the restored one. */
export interface TakenOver {
  assistants: number;
  blockedPatients: number;
  shares: number;
  appointmentLinks: number;
  closedAccounts: number;
  /** Accounts that were deleted for good after the backup was made. They are open again. */
  revivedAccounts: string[];
}

/** Another database, or an older one, would end what is open. */
export async function requireSuccessor(sql: Sql, former: FormerState): Promise<void> {
  const entriesOf = new Map(former.logs.map(({ ownerId, entries }) => [ownerId, BigInt(entries)]));
  const logs = await readLogs(sql);
  const known = logs.filter(({ ownerId }) => entriesOf.has(ownerId));
  if (logs.length > 0 && known.length === 0) {
    throw startRefused('The former database is of another installation: it has no account of the backup');
  }
  if (known.some(({ ownerId, entries }) => BigInt(entries) > (entriesOf.get(ownerId) ?? 0n))) {
    throw startRefused('The former database is older than the backup: it cannot say what was ended since');
  }
}

/** Ends what the former database has ended since. As the owner of the schema. */
export async function takeOver(sql: Sql, former: FormerState, at: Date): Promise<TakenOver> {
  const closed = await closeAccounts(sql, former);
  const assistants = await endAssistants(sql, former, at);
  const [patients, shares, links] = await seeingAllRows(sql, ['patients', 'shares', 'appointment_links'], async () => [
    await blockPatients(sql, former),
    await endShares(sql, former, at),
    await deleteLinks(sql, former),
  ]);
  await recordEnds(sql, { act: 'user.deleted', at }, closed);
  await recordEnds(sql, { act: 'assistant.ended', at }, assistants);
  await recordEnds(sql, { act: 'patient.blocked', at }, patients);
  await recordEnds(sql, { act: 'share.revoked', at }, shares);
  await recordEnds(sql, { act: 'appointment-links.ended', at }, links);
  const existing = new Set(former.accounts.map(({ id }) => id));
  const restored = await sql<{ id: string }[]>`select id from users where closed_at is null order by id`;
  return {
    assistants: assistants.length,
    blockedPatients: patients.length,
    shares: shares.length,
    appointmentLinks: links.length,
    closedAccounts: closed.length,
    revivedAccounts: restored.map(({ id }) => id).filter((id) => !existing.has(id)),
  };
}

async function closeAccounts(sql: Sql, { accounts }: FormerState): Promise<Ended[]> {
  const closed = accounts.filter(({ closedAt }) => closedAt !== null);
  return sql<Ended[]>`
    update users u set closed_at = f.closed_at, closed_by = f.closed_by
      from (select unnest(${closed.map(({ id }) => id)}::uuid[]) as id,
                   unnest(${closed.map(({ closedAt }) => closedAt)}::timestamptz[]) as closed_at,
                   unnest(${closed.map(({ closedBy }) => closedBy)}::uuid[]) as closed_by) f
     where u.id = f.id and u.closed_at is null
    returning u.id as "ownerId", u.id as "subjectId"`;
}

/** An access that is missing in the former database was deleted with its professional. Permissions are only removed. */
async function endAssistants(sql: Sql, { assistants }: FormerState, at: Date): Promise<Ended[]> {
  const open = assistants.filter(({ endedAt }) => endedAt === null);
  await sql`
    update assistants a
       set can_edit_patients = a.can_edit_patients and f.can_edit_patients, can_charge = a.can_charge and f.can_charge
      from (select unnest(${open.map(({ id }) => id)}::uuid[]) as id,
                   unnest(${open.map(({ canEditPatients }) => canEditPatients)}::boolean[]) as can_edit_patients,
                   unnest(${open.map(({ canCharge }) => canCharge)}::boolean[]) as can_charge) f
     where a.id = f.id`;
  return sql<Ended[]>`
    update assistants set ended_at = ${at}, token_hash = null
     where ended_at is null and not (id = any (${open.map(({ id }) => id)}::uuid[]))
    returning owner_id as "ownerId", id as "subjectId"`;
}

async function blockPatients(sql: Sql, { blockedPatients }: FormerState): Promise<Ended[]> {
  return sql<Ended[]>`
    update patients p set blocked = true, blocked_at = f.blocked_at
      from (select unnest(${blockedPatients.map(({ ownerId }) => ownerId)}::uuid[]) as owner_id,
                   unnest(${blockedPatients.map(({ id }) => id)}::uuid[]) as id,
                   unnest(${blockedPatients.map(({ blockedAt }) => blockedAt)}::timestamptz[]) as blocked_at) f
     where p.owner_id = f.owner_id and p.id = f.id and not p.blocked
    returning p.owner_id as "ownerId", p.id as "subjectId", p.id as "patientId"`;
}

/** A share that is missing in the former database was deleted with its patient. Wrong birth dates go on counting. */
async function endShares(sql: Sql, { shares }: FormerState, at: Date): Promise<Ended[]> {
  const deleted = await sql<Ended[]>`
    update shares set revoked_at = ${at}
     where revoked_at is null and not (id = any (${shares.map(({ id }) => id)}::uuid[]))
    returning owner_id as "ownerId", id as "subjectId", patient_id as "patientId"`;
  const changed = await sql<(Ended & { isEnded: boolean })[]>`
    update shares s
       set revoked_at = coalesce(s.revoked_at, f.revoked_at), blocked_at = coalesce(s.blocked_at, f.blocked_at),
           wrong_dates = greatest(s.wrong_dates, f.wrong_dates)
      from (select unnest(${shares.map(({ ownerId }) => ownerId)}::uuid[]) as owner_id,
                   unnest(${shares.map(({ id }) => id)}::uuid[]) as id,
                   unnest(${shares.map(({ revokedAt }) => revokedAt)}::timestamptz[]) as revoked_at,
                   unnest(${shares.map(({ blockedAt }) => blockedAt)}::timestamptz[]) as blocked_at,
                   unnest(${shares.map(({ wrongDates }) => wrongDates)}::integer[]) as wrong_dates) f
     where s.owner_id = f.owner_id and s.id = f.id
       and (s.revoked_at is null and f.revoked_at is not null or s.wrong_dates < f.wrong_dates)
    returning s.owner_id as "ownerId", s.id as "subjectId", s.patient_id as "patientId",
              s.revoked_at is not null or s.blocked_at is not null as "isEnded"`;
  return [...deleted, ...changed.filter(({ isEnded }) => isEnded)];
}

/** A link of an appointment is deleted when it ends. */
async function deleteLinks(sql: Sql, { linkHashes }: FormerState): Promise<Ended[]> {
  return sql<Ended[]>`
    delete from appointment_links l
     where not exists (select from unnest(${linkHashes}::bytea[]) as f (hash) where f.hash = l.token_hash)
    returning l.owner_id as "ownerId", l.appointment_id as "subjectId"`;
}
