import type { z } from 'zod';
import { fold } from '#contract/fold';
import {
  type listMails,
  MAIL_KIND_NAMES,
  MAIL_KINDS,
  MAIL_STATUS_NAMES,
  MAIL_STATUSES,
  type Mail,
  type MailKind,
  type MailStatus,
} from '#contract/mail';
import type { AdminSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { isOfNoClosedAccount } from './closed-accounts.store.ts';

type Listing = z.output<NonNullable<typeof listMails.query>>;
type Search = string | undefined;

const LISTED = isOfNoClosedAccount(fragment`m.user_id`);

const matching = (search: Search) =>
  search === undefined
    ? LISTED
    : fragment`${LISTED} and (
        m.kind = any (${named(MAIL_KINDS, MAIL_KIND_NAMES, search)})
        or m.status = any (${named(MAIL_STATUSES, MAIL_STATUS_NAMES, search)})
        or m.user_id in (select u.id from users u
                          where u.search_text like like_pattern(${search})
                            and (u.folded_name like like_pattern(${search}) or u.email like like_pattern(${search}))))`;

const named = <T extends string>(values: readonly T[], names: Record<T, string>, search: string): T[] =>
  values.filter((value) => fold(names[value]).includes(fold(search)));

export async function countMails(db: AdminSql, search: Search): Promise<number> {
  const [row] = await db<
    [{ total: number }]
  >`select count(*)::int as total from mail_outbox m where ${matching(search)}`;
  return row.total;
}

interface MailRow {
  id: string;
  kind: MailKind;
  status: MailStatus;
  attempts: number;
  created_at: Date;
  next_attempt_at: Date;
  finished_at: Date | null;
  failure: string | null;
  user_id: string | null;
  name: string;
  email: string;
}

/** Newest first. */
export async function mailsOn(db: AdminSql, { search, page, limit }: Listing): Promise<Mail[]> {
  const rows = await db<MailRow[]>`
    select m.id, m.kind, m.status, m.attempts, m.created_at, m.next_attempt_at, m.finished_at, m.failure, m.user_id,
           u.name, u.email
      from mail_outbox m
      left join users u on u.id = m.user_id
     where ${matching(search)}
     order by m.created_at desc, m.id desc
     limit ${limit} offset ${(page - 1) * limit}`;
  return rows.map(toMail);
}

const toMail = (row: MailRow): Mail => ({
  _id: row.id,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  nextAttemptAt: row.status === 'pending' ? row.next_attempt_at.toISOString() : null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  failure: row.failure,
  user: row.user_id === null ? null : { _id: row.user_id, name: row.name, email: row.email },
});
