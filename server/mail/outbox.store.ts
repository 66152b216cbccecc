import type { MailKind } from '#contract/mail';
import type { IdentityTx, MailSql, MailTx, OwnerTx } from '#server/platform/database/database';
import { fragment, sequence } from '#server/platform/database/sql';

interface NewMail {
  id: string;
  userId: string | undefined;
  kind: MailKind;
  parameters: Buffer;
  at: Date;
  isBulk?: boolean;
  byStranger?: boolean;
}

export async function insertMails(tx: IdentityTx | OwnerTx, mails: readonly NewMail[]): Promise<void> {
  const rows = mails.map(
    ({ id, userId, kind, parameters, at, isBulk = false, byStranger = false }) =>
      fragment`(${id}, ${userId}, ${kind}, ${parameters}, ${at}, ${at}, ${isBulk}, ${byStranger})`,
  );
  await tx`
    insert into mail_outbox (id, user_id, kind, parameters, created_at, next_attempt_at, is_bulk, by_stranger)
    values ${sequence(rows)}`;
}

/** From when until when mails count. Those after `until` were queued while the clock was ahead. */
interface Period {
  since: Date;
  until: Date;
}

/** Whether the account was sent a mail of that kind in a period, or will be. */
export async function hasMailIn(
  tx: IdentityTx,
  userId: string,
  kind: MailKind,
  { since, until }: Period,
): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (select from mail_outbox
                    where user_id = ${userId} and kind = ${kind}
                      and created_at > ${since} and created_at <= ${until}) as found`;
  return row.found;
}

export interface DueMail {
  id: string;
  userId: string | null;
  kind: MailKind;
  parameters: Buffer;
  attempts: number;
  createdAt: Date;
  byStranger: boolean;
}

/** Locks the mail that has been due longest, and mails in bulk after all others. Another process that is claiming one skips it. */
export async function lockDueMail(tx: MailTx, now: Date): Promise<DueMail | undefined> {
  const [row] = await tx<[DueMail?]>`
    select id, user_id as "userId", kind, parameters, attempts, created_at as "createdAt",
           by_stranger as "byStranger"
      from mail_outbox
     where status = 'pending' and next_attempt_at <= ${now}
     order by is_bulk, next_attempt_at, id limit 1
       for update skip locked`;
  return row;
}

/** Counted before the attempt, so that a process that ends in the middle does not repeat it at once. */
export async function countAttempt(tx: MailTx, id: string, nextAttemptAt: Date): Promise<void> {
  await tx`update mail_outbox set attempts = attempts + 1, next_attempt_at = ${nextAttemptAt} where id = ${id}`;
}

export interface Recipient {
  id: string;
  email: string;
  region: string | null;
}

export async function recipientById(db: MailSql, id: string): Promise<Recipient | undefined> {
  const [row] = await db<[Recipient?]>`select id, email, region from users where id = ${id}`;
  return row;
}

export async function recipientByEmail(db: MailSql, email: string): Promise<Recipient | undefined> {
  const [row] = await db<[Recipient?]>`select id, email, region from users where email = ${email}`;
  return row;
}

export async function assignMail(tx: MailTx, id: string, userId: string): Promise<void> {
  await tx`update mail_outbox set user_id = ${userId} where id = ${id}`;
}

export async function deleteMail(db: MailSql, id: string): Promise<void> {
  await db`delete from mail_outbox where id = ${id}`;
}

/** How many other mails of a kind the account was sent in a period, or will be. */
export async function countOtherMails(
  tx: MailTx,
  { id, userId, kind }: { id: string; userId: string; kind: MailKind },
  { since, until }: Period,
): Promise<number> {
  const [row] = await tx<[{ mails: number }]>`
    select count(*)::int as mails from mail_outbox
     where user_id = ${userId} and kind = ${kind} and created_at > ${since} and created_at <= ${until}
       and status <> 'failed' and id <> ${id}`;
  return row.mails;
}

/** How many mails of a kind, queued since then, an account has sent. Mails that strangers cause do not count. */
export async function countSentSince(
  tx: MailTx,
  { userId, kind }: { userId: string; kind: MailKind },
  since: Date,
): Promise<number> {
  const [row] = await tx<[{ mails: number }]>`
    select count(*)::int as mails from mail_outbox
     where user_id = ${userId} and kind = ${kind} and created_at > ${since} and status = 'sent'
       and not by_stranger`;
  return row.mails;
}

interface Outcome {
  status: 'sent' | 'failed';
  failure: string | undefined;
  at: Date;
}

/** The parameters are deleted: nobody needs them any more. */
export async function finishMail(db: MailSql, id: string, { status, failure, at }: Outcome): Promise<void> {
  await db`
    update mail_outbox set status = ${status}, failure = ${failure}, finished_at = ${at}, parameters = null
     where id = ${id} and status = 'pending'`;
}

export async function saveFailure(db: MailSql, id: string, failure: string): Promise<void> {
  await db`update mail_outbox set failure = ${failure} where id = ${id} and status = 'pending'`;
}

export type LinkPurpose = 'recovery' | 'email-confirmation';

interface NewLink {
  tokenHash: Buffer;
  userId: string;
  purpose: LinkPurpose;
  at: Date;
  expiresAt: Date;
}

export async function insertLink(tx: MailTx, { tokenHash, userId, purpose, at, expiresAt }: NewLink): Promise<void> {
  await tx`
    insert into account_links (token_hash, user_id, purpose, created_at, expires_at)
    values (${tokenHash}, ${userId}, ${purpose}, ${at}, ${expiresAt})`;
}
