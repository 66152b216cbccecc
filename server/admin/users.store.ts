import type { z } from 'zod';
import type { AdminUser, listUsers, Statistics } from '#contract/admin';
import { type Plan, planOnAccount } from '#contract/plans';
import { listedProfession } from '#contract/professions';
import type { AdminSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { plans } from '#server/platform/plans.store';
import { isOfNoClosedAccount } from './closed-accounts.store.ts';

type Listing = z.output<NonNullable<typeof listUsers.query>>;
type Search = string | undefined;

/** Accounts that are closed are listed apart, until they are deleted. */
const matching = (search: Search) =>
  search === undefined
    ? fragment`u.closed_at is null`
    : fragment`u.closed_at is null and u.search_text like like_pattern(${listedProfession(search)})`;

/** The time at which plans are read, and the payments that they count. */
export interface PlanView {
  now: Date;
  countsTestPayments: boolean;
}

/** A paid plan that has not expired, as `isPaid` in contract/plans.ts. */
const isPaidPlan = (now: Date) => fragment`s.status = 'paid' and (s.expires_at is null or s.expires_at > ${now})`;

const isPaying = ({ now, countsTestPayments }: PlanView) =>
  fragment`exists (select from ${plans(countsTestPayments)} s where s.owner_id = u.id and ${isPaidPlan(now)})`;

export async function countUsers(db: AdminSql, search: Search): Promise<number> {
  const [row] = await db<[{ total: number }]>`select count(*)::int as total from users u where ${matching(search)}`;
  return row.total;
}

/** The ids of a page, or of all users, in order. They come from an index without reading the rows. */
export async function userIds(db: AdminSql, listing: Listing, view: PlanView): Promise<string[]> {
  const { page, limit = null } = listing;
  const rows = await db<{ id: string }[]>`
    ${inOrder(listing, view)} limit ${limit} offset ${limit === null ? 0 : (page - 1) * limit}`;
  return rows.map(({ id }) => id);
}

function inOrder(listing: Listing, view: PlanView) {
  const { sort, order, search } = listing;
  if (sort === 'patientCount') return byPatients(listing);
  if (sort === 'subscriptionStatus') return byPlan(listing, view);
  return fragment`select u.id from users u where ${matching(search)} order by ${ORDERS[sort][order]}`;
}

/** The lists of two ordered queries are merged. Each query returns as many rows as the page could need. */
const rowsNeeded = ({ page, limit }: Listing) => (limit === undefined ? null : page * limit);

/** Users who never had a patient have no row in patient_counts. */
function byPatients(listing: Listing) {
  const { search, order } = listing;
  const max = rowsNeeded(listing);
  const [together, counts, ids] =
    order === 'asc'
      ? [fragment`patients, id`, fragment`c.patients, c.owner_id`, fragment`u.id`]
      : [fragment`patients desc, id desc`, fragment`c.patients desc, c.owner_id desc`, fragment`u.id desc`];
  return fragment`
    select id from (
      (select c.owner_id as id, c.patients from ${COUNTED_USERS} where ${matching(search)} order by ${counts} limit ${max})
      union all
      (select u.id, 0 from users u left join patient_counts c on c.owner_id = u.id
        where ${matching(search)} and c.owner_id is null
        order by ${ids} limit ${max})
    ) one order by ${together}`;
}

const COUNTED_USERS = fragment`patient_counts c join users u on u.id = c.owner_id`;

/** The users of one plan, newest first, then those of the other. */
function byPlan(listing: Listing, view: PlanView) {
  const { search, order } = listing;
  const max = rowsNeeded(listing);
  return fragment`
    select id from (
      (select u.id, u.created_at, 'paid' as plan from users u where ${matching(search)} and ${isPaying(view)}
        order by u.created_at desc, u.id desc limit ${max})
      union all
      (select u.id, u.created_at, 'free' from users u where ${matching(search)} and not ${isPaying(view)}
        order by u.created_at desc, u.id desc limit ${max})
    ) one order by ${order === 'asc' ? fragment`plan` : fragment`plan desc`}, created_at desc, id desc`;
}

/** Each order is that of an index. */
const ORDERS = {
  name: { asc: fragment`u.folded_name, u.id`, desc: fragment`u.folded_name desc, u.id desc` },
  email: { asc: fragment`u.email`, desc: fragment`u.email desc` },
  profession: { asc: fragment`u.profession, u.id`, desc: fragment`u.profession desc nulls last, u.id desc` },
  specialty: {
    asc: fragment`u.folded_specialty, u.id`,
    desc: fragment`u.folded_specialty desc nulls last, u.id desc`,
  },
  registrationDate: { asc: fragment`u.created_at, u.id`, desc: fragment`u.created_at desc, u.id desc` },
};

interface UserRow {
  id: string;
  role: AdminUser['role'];
  name: string;
  email: string;
  rut: string | null;
  rnpi: string | null;
  profession: AdminUser['profession'] | null;
  specialty: string | null;
  city: string | null;
  region: AdminUser['region'] | null;
  created_at: Date;
  confirmed_at: Date | null;
  confirmed_by: string | null;
  evidence: string | null;
  patients: number | null;
  status: Plan['status'] | null;
  expires_at: Date | null;
}

/** In the order of `ids`. Deleted users are left out. */
export async function usersOf(db: AdminSql, ids: readonly string[], view: PlanView): Promise<AdminUser[]> {
  const rows = await db<UserRow[]>`
    select u.id, u.role, u.name, u.email, u.rut, u.rnpi, u.profession, u.specialty, u.city, u.region, u.created_at,
           u.identity_confirmed_at as confirmed_at, a.name as confirmed_by, u.identity_evidence as evidence,
           c.patients, s.status, s.expires_at
      from unnest(${ids}::uuid[]) with ordinality as one (id, place)
      join users u on u.id = one.id and u.closed_at is null
      left join users a on a.id = u.identity_confirmed_by
      left join patient_counts c on c.owner_id = u.id
      left join ${plans(view.countsTestPayments)} s on s.owner_id = u.id
     order by one.place`;
  return rows.map((row) => toAdminUser(row, view.now));
}

export async function findUser(db: AdminSql, id: string, view: PlanView): Promise<AdminUser | undefined> {
  const [user] = await usersOf(db, [id], view);
  return user;
}

const toIdentityCheck = ({ confirmed_at: at, confirmed_by: by, evidence }: UserRow): AdminUser['identityCheck'] =>
  at ? { at: at.toISOString(), by: by ?? undefined, evidence: evidence ?? '' } : undefined;

function toAdminUser(row: UserRow, now: Date): AdminUser {
  const plan: Plan = { status: row.status ?? 'free', expiresAt: row.expires_at };
  return {
    _id: row.id,
    role: row.role,
    name: row.name,
    email: row.email,
    rut: row.rut ?? undefined,
    rnpi: row.rnpi ?? undefined,
    profession: row.profession ?? undefined,
    specialty: row.specialty ?? undefined,
    city: row.city ?? undefined,
    region: row.region ?? undefined,
    registrationDate: row.created_at.toISOString(),
    identity: row.confirmed_at ? 'verified' : 'declared',
    identityCheck: toIdentityCheck(row),
    patientCount: row.patients ?? 0,
    ...planOnAccount(plan, now),
  };
}

/** Open accounts of professionals and administrators. */
const COUNTED = fragment`u.closed_at is null and u.role <> 'assistant'`;

const SESSIONS = fragment`sessions s join users u on u.id = s.user_id and ${COUNTED}`;

const DAY_MS = 24 * 3600 * 1000;

/** Without assistants, who have neither a plan nor patients. */
export async function statisticsAt(db: AdminSql, { now, countsTestPayments }: PlanView): Promise<Statistics> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [row] = await db<[Omit<Statistics, 'freeUsers'>]>`
    select (select count(*)::int from users u where ${COUNTED}) as "totalUsers",
           (select coalesce(sum(c.patients), 0)::int from ${COUNTED_USERS} where u.closed_at is null) as "totalPatients",
           (select count(*)::int from (
              select distinct user_id from ${SESSIONS} where s.last_seen_at > ${daysAgo(1)}) active)
             as "activeUsersLast24h",
           (select count(*)::int from users u where ${COUNTED} and u.created_at > ${daysAgo(7)}) as "newUsersLast7Days",
           (select coalesce(extract(epoch from avg(s.last_seen_at - s.started_at)) / 60, 0)::float8 from ${SESSIONS})
             as "averageSessionDuration",
           (select count(*)::int from webhooks w where w.deleted_at is null and ${isOfNoClosedAccount(fragment`w.user_id`)})
             as "totalWebhooks",
           (select count(*)::int from ${plans(countsTestPayments)} s
              join users u on u.id = s.owner_id and u.closed_at is null where ${isPaidPlan(now)}) as "paidUsers"`;
  return { ...row, freeUsers: row.totalUsers - row.paidUsers };
}
