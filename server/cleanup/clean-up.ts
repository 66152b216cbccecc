import { CLOSED_ACCOUNT_DAYS } from '#contract/closed-accounts';
import type { Database } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import {
  accountsClosedUntil,
  beginJob,
  type DeleteSome,
  deleteAppointmentLinks,
  deleteBookings,
  deleteChallenges,
  deleteDevices,
  deleteLinks,
  deleteLoginOrigins,
  deleteMails,
  deleteNotifications,
  deletePasskeyChallenges,
  deletePushSubscriptions,
  deleteRateLimits,
  deleteSessions,
  deleteShareLinks,
  deleteSolvedChallenges,
  deleteTemplateVersions,
  deleteUnpaidDeposits,
  deleteUnsignedNotifications,
  deleteWaiting,
} from './clean-up.store.ts';

type Log = (details: Record<string, unknown>, message: string) => void;

interface CleanupDeps extends Pick<Database, 'cleanup'> {
  /** Deletes a closed account with all its data. False when it was restored meanwhile. */
  purgeAccount(id: string): Promise<boolean>;
  now(): Date;
  inform: Log;
  warn: Log;
}

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Processes begin at different minutes of an hour. The first one of each hour does the job. */
const EVERY_MS = HOUR_MS;
const TOLERANCE_MS = 60 * 1000;
/** Rows of one statement: each deletion takes a moment, and locks little. */
const ROWS_AT_ONCE = 1000;

/** The rules of docs/operations.md. */
const SESSION_MS = 90 * DAY_MS;
const MAIL_MS = 30 * DAY_MS;
/** The links of a visit end a day after it. Then that day is over in every zone. */
const VISIT_MS = 2 * DAY_MS;
/** The day is over in every zone. */
const WAITING_MS = 3 * DAY_MS;
/** Who asks to wait confirms within a day, or asks again. */
const UNCONFIRMED_WAITING_MS = 2 * DAY_MS;
const LOGIN_ORIGIN_MS = 400 * DAY_MS;
/** A device that is forgotten can still log in: it then counts as an unknown device. */
const DEVICE_MS = 365 * DAY_MS;
const TEMPLATE_VERSION_MS = 30 * DAY_MS;
const UNSIGNED_NOTIFICATION_MS = 30 * DAY_MS;
const MAX_UNSIGNED_NOTIFICATIONS = 10_000;
/** Payments are compared with the provider's for thirteen months. */
const NOTIFICATION_MS = 400 * DAY_MS;

/**
 * Deletes what nobody needs any more. Undefined when the job of this hour was begun already. Aborting ends it after the
 * statement under way, and the job of the next hour deletes the rest.
 */
export async function cleanUp(deps: CleanupDeps, signal?: AbortSignal): Promise<Record<string, number> | undefined> {
  const now = deps.now();
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  if (!(await beginJob(deps.cleanup, 'cleanup', before(EVERY_MS - TOLERANCE_MS), now))) return undefined;
  const rules: Record<string, DeleteSome> = {
    sessions: deleteSessions(before(SESSION_MS)),
    pushSubscriptions: deletePushSubscriptions,
    devices: deleteDevices(before(DEVICE_MS)),
    challenges: deleteChallenges(now),
    passkeyChallenges: deletePasskeyChallenges(now),
    rateLimits: deleteRateLimits(now),
    // Clocks of processes may differ: a challenge that is expired here may be valid elsewhere.
    solvedChallenges: deleteSolvedChallenges(before(HOUR_MS)),
    mails: deleteMails(before(MAIL_MS)),
    links: deleteLinks(before(DAY_MS)),
    appointmentLinks: deleteAppointmentLinks(now),
    shareLinks: deleteShareLinks(now),
    bookings: deleteBookings(now, before(VISIT_MS)),
    unpaidDeposits: deleteUnpaidDeposits,
    waitingList: deleteWaiting(before(WAITING_MS), before(UNCONFIRMED_WAITING_MS)),
    loginOrigins: deleteLoginOrigins(before(LOGIN_ORIGIN_MS)),
    templateVersions: deleteTemplateVersions(before(TEMPLATE_VERSION_MS)),
    notifications: deleteNotifications(before(NOTIFICATION_MS)),
    unsignedNotifications: deleteUnsignedNotifications(before(UNSIGNED_NOTIFICATION_MS), MAX_UNSIGNED_NOTIFICATIONS),
  };
  const deleted: Record<string, number> = {};
  for (const [name, deleteSome] of Object.entries(rules)) deleted[name] = await deleteAll(deps, deleteSome, signal);
  deleted.accounts = await purgeAccounts(deps, before(CLOSED_ACCOUNT_DAYS * DAY_MS), signal);
  return deleted;
}

/** An account that cannot be purged does not stop the others. */
async function purgeAccounts(deps: CleanupDeps, closedUntil: Date, signal?: AbortSignal): Promise<number> {
  if (signal?.aborted) return 0;
  let total = 0;
  for (const id of await accountsClosedUntil(deps.cleanup, closedUntil)) {
    if (signal?.aborted) break;
    try {
      if (await deps.purgeAccount(id)) total += 1;
    } catch (error) {
      deps.warn(
        { account: id, ...describeError(error as Error) },
        'a closed account was not deleted and is tried again in an hour',
      );
    }
  }
  return total;
}

async function deleteAll({ cleanup }: CleanupDeps, deleteSome: DeleteSome, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const count = await deleteSome(cleanup, ROWS_AT_ONCE);
    total += count;
    if (count < ROWS_AT_ONCE) break;
  }
  return total;
}

/** Cleans up now and every hour. Returns a function that stops it. */
export function startCleaning(deps: CleanupDeps): () => Promise<void> {
  const stopping = new AbortController();
  const clean = async () => {
    try {
      const deleted = await cleanUp(deps, stopping.signal);
      if (deleted) deps.inform(deleted, 'clean-up: rows deleted');
    } catch (error) {
      deps.warn(describeError(error as Error), 'the clean-up failed and is tried again in an hour');
    }
  };
  let running = clean();
  const timer = setInterval(() => {
    running = running.then(clean);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    // The pool is closed afterwards.
    await running;
  };
}
