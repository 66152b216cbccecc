import type { Act } from '#contract/audit-acts';
import { OPERATOR } from '#server/audit/audit.store';
import type { Sql } from '#server/platform/database/sql';
import { uuidv7 } from '#server/platform/uuid';

export interface EndedCredentials {
  sessions: number;
  calendarLinks: number;
  passkeys: number;
  temporaryPasswords: number;
  logins: number;
  devices: number;
  /** Open invitations of assistants. */
  invitations: number;
  /** Assistants who wait for the confirmation of their professional. */
  assistants: number;
}

/**
 * Ends what lets somebody in without the password. Some of it was ended after the backup was made, and would work again.
 * The owners find ended sessions, calendar addresses, passkeys and invitations in their access log.
 */
export async function endCredentials(sql: Sql, at: Date): Promise<EndedCredentials> {
  const sessions = await sql<Ended[]>`
    update sessions set ended_at = ${at} where ended_at is null returning user_id as "ownerId", id as "subjectId"`;
  const links = await sql<Ended[]>`
    delete from calendar_links returning user_id as "ownerId", user_id as "subjectId"`;
  // A passkey that was removed since, because its device was lost, would work again.
  const passkeys = await sql<Ended[]>`
    delete from passkeys returning user_id as "ownerId", id as "subjectId"`;
  await sql`delete from passkey_challenges`;
  // A temporary password works once, and may have been used since. An administrator can set another one.
  const passwords = await sql`
    update users set temporary_password_until = null where temporary_password_until > ${at}`;
  const logins = await sql`delete from login_challenges`;
  const devices = await sql`delete from known_devices`;
  // An invitation may have been ended or replaced since, and its link would give access again.
  const invitations = await sql<Ended[]>`
    update assistants set ended_at = ${at}, token_hash = null where accepted_at is null and ended_at is null
    returning owner_id as "ownerId", id as "subjectId"`;
  // The professional may have ended the access since.
  const assistants = await sql<Ended[]>`
    update assistants set restored_at = ${at} where accepted_at is not null and ended_at is null
    returning owner_id as "ownerId", id as "subjectId"`;
  await recordEnds(sql, { act: 'session.ended', at }, sessions);
  await recordEnds(sql, { act: 'calendar-link.revoked', at }, links);
  await recordEnds(sql, { act: 'passkey.removed', at }, passkeys);
  await recordEnds(sql, { act: 'assistant.ended', at }, invitations);
  await recordEnds(sql, { act: 'assistant.suspended', at }, assistants);
  return {
    sessions: sessions.length,
    calendarLinks: links.length,
    passkeys: passkeys.length,
    temporaryPasswords: passwords.count,
    logins: logins.count,
    devices: devices.count,
    invitations: invitations.length,
    assistants: assistants.length,
  };
}

/** Mails are in no backup. A message that waits for one would wait for ever. */
export async function dropWaitingMessages(sql: Sql): Promise<void> {
  await seeingAllRows(sql, ['reminders', 'charge_reminders', 'shares', 'rights_requests'], async () => {
    await sql`delete from reminders where status = 'pending'`;
    await sql`delete from charge_reminders where status = 'pending'`;
    await sql`update shares set mail_status = 'failed' where mail_status = 'pending'`;
    // A request about rights stays. Its professional sees that the person may not have got the mail.
    await sql`update rights_requests set mail_status = 'failed' where mail_status = 'pending'`;
  });
}

/** The owner of the schema sees no row of a tenant table while its row-level security is forced. */
export async function seeingAllRows<Result>(
  sql: Sql,
  tables: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const force = async (words: string) => {
    for (const table of tables) {
      await sql(Object.assign([`alter table ${table} ${words} row level security`], { raw: [] }));
    }
  };
  await force('no force');
  const result = await work();
  await force('force');
  return result;
}

export interface Ended {
  ownerId: string;
  subjectId: string;
  patientId?: string;
}

/** The rows of all owners at once, as the owner of the schema. A trigger adds each to the chain of its owner. */
export async function recordEnds(
  sql: Sql,
  { act, at }: { act: Act; at: Date },
  ended: readonly Ended[],
): Promise<void> {
  await sql`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id, patient_id)
    select e.owner_id, e.id, ${at}, ${OPERATOR}, ${act}, e.subject_id, e.patient_id
      from unnest(${ended.map(({ ownerId }) => ownerId)}::uuid[], ${ended.map(() => uuidv7(at))}::uuid[],
                  ${ended.map(({ subjectId }) => subjectId)}::uuid[],
                  ${ended.map(({ patientId }) => patientId ?? null)}::uuid[]) as e (owner_id, id, subject_id, patient_id)`;
}
