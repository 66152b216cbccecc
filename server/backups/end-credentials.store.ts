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
}

/**
 * Ends what lets somebody in without the password. Some of it was ended after the backup was made, and would work again.
 * The owners find ended sessions, calendar addresses and passkeys in their access log.
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
  await recordEnds(sql, { act: 'session.ended', at }, sessions);
  await recordEnds(sql, { act: 'calendar-link.revoked', at }, links);
  await recordEnds(sql, { act: 'passkey.removed', at }, passkeys);
  return {
    sessions: sessions.length,
    calendarLinks: links.length,
    passkeys: passkeys.length,
    temporaryPasswords: passwords.count,
    logins: logins.count,
    devices: devices.count,
  };
}

/** Mails are in no backup. A message that waits for one would wait for ever. */
export async function dropWaitingMessages(sql: Sql): Promise<void> {
  // The rows of all owners. The owner of the schema sees none of them otherwise.
  await sql`alter table reminders no force row level security`;
  await sql`delete from reminders where status = 'pending'`;
  await sql`alter table reminders force row level security`;
  await sql`alter table charge_reminders no force row level security`;
  await sql`delete from charge_reminders where status = 'pending'`;
  await sql`alter table charge_reminders force row level security`;
  await sql`alter table shares no force row level security`;
  await sql`update shares set mail_status = 'failed' where mail_status = 'pending'`;
  await sql`alter table shares force row level security`;
  // A request about rights stays. Its professional sees that the person may not have got the mail.
  await sql`alter table rights_requests no force row level security`;
  await sql`update rights_requests set mail_status = 'failed' where mail_status = 'pending'`;
  await sql`alter table rights_requests force row level security`;
}

interface Ended {
  ownerId: string;
  subjectId: string;
}

/** The rows of all owners at once, as the owner of the schema. A trigger adds each to the chain of its owner. */
async function recordEnds(sql: Sql, { act, at }: { act: Act; at: Date }, ended: readonly Ended[]): Promise<void> {
  await sql`
    insert into audit_entries (owner_id, id, at, actor_id, act, subject_id)
    select e.owner_id, e.id, ${at}, ${OPERATOR}, ${act}, e.subject_id
      from unnest(${ended.map(({ ownerId }) => ownerId)}::uuid[], ${ended.map(() => uuidv7(at))}::uuid[],
                  ${ended.map(({ subjectId }) => subjectId)}::uuid[]) as e (owner_id, id, subject_id)`;
}
