import { timeZoneOf } from '#contract/regions';
import type { Deps } from '#server/deps';
import type { Database, OwnerTx } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import type { Pace } from '#server/platform/start-rounds';
import { canBeMailed, type MessageDeps, queueMessages } from './messages.service.ts';
import { dueReminders, storeReminderTimes } from './planning.store.ts';
import { findProfessional } from './professionals.store.ts';
import { findReminderSettings } from './reminder-settings.store.ts';
import { isNight, isUsefulBefore, morningAfter, nextReminderAt, startOf } from './reminder-times.ts';
import { findVisitContacts } from './visit-contacts.ts';
import { lockDueVisits, type StoredVisit, toMessageVisit } from './visits.store.ts';

export type RemindingDeps = MessageDeps & Pick<Database, 'mail'> & Pick<Deps, 'tenantTransaction' | 'now' | 'warn'>;

/** The appointments of a professional in one transaction, and in one round, so that the others do not wait. */
const PER_OWNER = 20;
/** How many due appointments a round reads. */
const READ = 10_000;
/** A late reminder is left out when the next one follows this soon. */
const SOON_MS = 60 * 60 * 1000;

/** Queues the reminders that are due, in rounds. Returns how many appointments were looked at. */
export async function queueDueReminders(deps: RemindingDeps, pace?: Pace): Promise<number> {
  let total = 0;
  for (;;) {
    const due = await dueReminders(deps.mail, deps.now(), { perOwner: PER_OWNER, read: READ });
    let handled = 0;
    for (const [ownerId, visits] of Map.groupBy(due, (one) => one.ownerId)) {
      if (pace?.isStopped()) return total;
      const ids = visits.map(({ id }) => id);
      const startedAt = performance.now();
      // A professional whose reminders fail does not keep the others waiting.
      handled += await remindPatients(deps, ownerId, ids).catch((error: Error) => {
        deps.warn({ ownerId, ...describeError(error) }, 'reminders of a professional could not be queued');
        return 0;
      });
      await pace?.rest(performance.now() - startedAt);
    }
    total += handled;
    if (handled === 0) return total;
  }
}

/** Queues the reminders of one professional, and plans the next ones, in one transaction. */
async function remindPatients(deps: RemindingDeps, ownerId: string, ids: readonly string[]): Promise<number> {
  const professional = await findProfessional(deps.mail, ownerId);
  if (!professional) return 0;
  const timeZone = timeZoneOf(professional.region);
  return deps.tenantTransaction(ownerId, async (tx) => {
    const at = deps.now();
    const visits = await lockDueVisits(tx, ids, at);
    if (visits.length === 0) return 0;
    const settings = await findReminderSettings(tx);
    const planned = visits.map((visit) => {
      const next = nextReminderAt(settings, visit, { timeZone, after: at });
      return settings.enabled ? decide(visit, next, { timeZone, at }) : { visit, isSent: false, next };
    });
    const sent = planned.filter(({ isSent }) => isSent).map(({ visit }) => visit);
    await queueReminders(deps, tx, { visits: sent, timeZone, at });
    await storeReminderTimes(
      tx,
      planned.map(({ visit, next }) => ({ id: visit.id, at: next })),
    );
    return visits.length;
  });
}

/**
 * Whether a reminder leaves now, and when the next one is due. A patient who has confirmed is not reminded again. After an
 * outage a reminder may be late: it waits for the end of the night, and is left out when it is of no use any more.
 */
function decide(visit: StoredVisit, next: Date | null, { timeZone, at }: { timeZone: string; at: Date }) {
  const start = startOf(visit, timeZone);
  if (visit.status !== 'scheduled' || !isUsefulBefore(start, at)) return { visit, isSent: false, next };
  if (next && next.getTime() - at.getTime() < SOON_MS) return { visit, isSent: false, next };
  if (!isNight(timeZone, at)) return { visit, isSent: true, next };
  const morning = morningAfter(timeZone, at);
  return { visit, isSent: false, next: isUsefulBefore(start, morning) ? morning : next };
}

async function queueReminders(
  deps: RemindingDeps,
  tx: OwnerTx,
  { visits, timeZone, at }: { visits: readonly StoredVisit[]; timeZone: string; at: Date },
): Promise<void> {
  if (!deps.sendsMail || visits.length === 0) return;
  const contacts = await findVisitContacts(tx, deps, visits);
  const messages = visits
    .filter(({ id }) => canBeMailed(contacts.get(id)))
    .map((visit) => {
      const isToBooker = contacts.get(visit.id)?.isBooker ?? false;
      const message = { kind: 'before', patientId: visit.patientId, previous: undefined, isToBooker } as const;
      return { ...message, visits: [toMessageVisit(visit)] as const, deletedRevision: undefined, timeZone };
    });
  if (messages.length > 0) await queueMessages(deps, tx, messages, at);
}
