import type { z } from 'zod';
import type {
  AdminUser,
  listUsers as listUsersEndpoint,
  listWebhooks as listWebhooksEndpoint,
  Statistics,
  Webhook,
} from '#contract/admin';
import type { Payment, SubscriptionInfo } from '#contract/billing';
import { paymentsOfAccount, subscriptionOf } from '#server/billing/administration.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { findUser, type PlanView, statisticsAt, userIds, usersOf } from './users.store.ts';
import { webhookIds, webhookIdsOfUser, webhooksOf } from './webhooks.store.ts';

type AdminDeps = Pick<Deps, 'adminRead' | 'billingTransaction' | 'now' | 'countsTestPayments'>;

type UserListing = z.output<NonNullable<typeof listUsersEndpoint.query>>;
type WebhookListing = z.output<NonNullable<typeof listWebhooksEndpoint.query>>;

/** The rows that are read and serialized at once. More would delay other requests. */
const CHUNK_SIZE = 500;

async function* inChunks<T>(ids: readonly string[], read: (chunk: string[]) => Promise<T>): AsyncGenerator<T> {
  for (let from = 0; from < ids.length; from += CHUNK_SIZE) yield await read(ids.slice(from, from + CHUNK_SIZE));
}

const planView = ({ now, countsTestPayments }: AdminDeps): PlanView => ({ now: now(), countsTestPayments });

export const getStatistics = (deps: AdminDeps): Promise<Statistics> =>
  deps.adminRead((db) => statisticsAt(db, planView(deps)));

export async function listUsers(deps: AdminDeps, listing: UserListing): Promise<AsyncGenerator<AdminUser[]>> {
  const view = planView(deps);
  const ids = await deps.adminRead((db) => userIds(db, listing, view));
  return inChunks(ids, (chunk) => deps.adminRead((db) => usersOf(db, chunk, view)));
}

export async function listWebhooks(deps: AdminDeps, listing: WebhookListing): Promise<AsyncGenerator<Webhook[]>> {
  const ids = await deps.adminRead((db) => webhookIds(db, listing));
  return inChunks(ids, (chunk) => deps.adminRead((db) => webhooksOf(db, chunk)));
}

export async function getUser(deps: AdminDeps, id: string): Promise<AdminUser> {
  const user = await deps.adminRead((db) => findUser(db, id, planView(deps)));
  if (!user) throw new AppError('NOT_FOUND');
  return user;
}

export async function getSubscriptionOfUser(deps: AdminDeps, id: string): Promise<SubscriptionInfo> {
  await getUser(deps, id);
  return subscriptionOf(deps, id);
}

export async function listPaymentsOfUser(deps: AdminDeps, id: string): Promise<Payment[]> {
  await getUser(deps, id);
  return paymentsOfAccount(deps, id);
}

export async function listWebhooksOfUser(deps: AdminDeps, id: string): Promise<Webhook[]> {
  await getUser(deps, id);
  return deps.adminRead(async (db) => webhooksOf(db, await webhookIdsOfUser(db, id)));
}
