import type { z } from 'zod';
import { type listWebhooks, WEBHOOK_STATUS_NAMES, WEBHOOK_STATUSES, type Webhook } from '#contract/admin';
import { fold } from '#contract/fold';
import type { AdminSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { isOfNoClosedAccount } from './closed-accounts.store.ts';

type Listing = z.output<NonNullable<typeof listWebhooks.query>>;
type Search = string | undefined;

const LISTED = fragment`w.deleted_at is null and ${isOfNoClosedAccount(fragment`w.user_id`)}`;

const matching = (search: Search) =>
  search === undefined
    ? LISTED
    : fragment`${LISTED} and (
        w.search_text like like_pattern(${search})
        or w.status = any (${statusesNamed(search)})
        or w.user_id in (select u.id from users u
                          where u.search_text like like_pattern(${search})
                            and (u.folded_name like like_pattern(${search}) or u.email like like_pattern(${search}))))`;

const statusesNamed = (search: string) =>
  WEBHOOK_STATUSES.filter((status) => `${status}\n${fold(WEBHOOK_STATUS_NAMES[status])}`.includes(fold(search)));

export async function countWebhooks(db: AdminSql, search: Search): Promise<number> {
  const [row] = await db<[{ total: number }]>`select count(*)::int as total from webhooks w where ${matching(search)}`;
  return row.total;
}

/** Newest first. */
export async function webhookIds(db: AdminSql, listing: Listing): Promise<string[]> {
  const { search, page, limit = null } = listing;
  const rows = await db<{ id: string }[]>`
    select w.id from webhooks w where ${matching(search)}
     order by w.received_at desc, w.id desc
     limit ${limit} offset ${limit === null ? 0 : (page - 1) * limit}`;
  return rows.map(({ id }) => id);
}

export async function webhookIdsOfUser(db: AdminSql, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from webhooks where user_id = ${userId} and deleted_at is null order by received_at desc, id desc`;
  return rows.map(({ id }) => id);
}

interface WebhookRow {
  id: string;
  webhook_type: string;
  status: Webhook['status'];
  provider_payment_id: string | null;
  ip_address: string;
  received_at: Date;
  error_message: string | null;
  user_id: string | null;
  name: string;
  email: string;
}

/** In the order of `ids`. */
export async function webhooksOf(db: AdminSql, ids: readonly string[]): Promise<Webhook[]> {
  const rows = await db<WebhookRow[]>`
    select w.id, w.webhook_type, w.status, w.provider_payment_id, w.ip_address, w.received_at, w.error_message,
           w.user_id, u.name, u.email
      from unnest(${ids}::uuid[]) with ordinality as one (id, place)
      join webhooks w on w.id = one.id
      left join users u on u.id = w.user_id
     order by one.place`;
  return rows.map(toWebhook);
}

const toWebhook = (row: WebhookRow): Webhook => ({
  _id: row.id,
  webhookType: row.webhook_type,
  status: row.status,
  paymentId: row.provider_payment_id,
  ipAddress: row.ip_address,
  createdAt: row.received_at.toISOString(),
  errorMessage: row.error_message,
  userId: row.user_id === null ? null : { _id: row.user_id, name: row.name, email: row.email },
});
