import { dayIn } from '#contract/days';
import type { ReminderSettings } from '#contract/reminder-settings';
import { extendLinks } from '#server/links/links.store';
import type { OwnerTx } from '#server/platform/database/database';
import { openVisitsFrom, type PlannedVisit, storeReminderTimes } from './planning.store.ts';
import { findReminderSettings } from './reminder-settings.store.ts';
import { linkExpiry, nextReminderAt } from './reminder-times.ts';

interface Plan {
  timeZone: string;
  at: Date;
}

/** Plans the reminders of appointments that were made or moved. */
export async function planReminders(
  tx: OwnerTx,
  visits: readonly PlannedVisit[],
  { timeZone, at }: Plan,
): Promise<void> {
  await storeTimes(tx, await findReminderSettings(tx), visits, { timeZone, at });
}

/** The same for moved appointments, whose links work until a day after the new hour. */
export async function planMovedVisits(tx: OwnerTx, visits: readonly PlannedVisit[], plan: Plan): Promise<void> {
  await planReminders(tx, visits, plan);
  const expiries = visits.map((visit) => ({ appointmentId: visit.id, at: linkExpiry(visit, plan.timeZone) }));
  await extendLinks(tx, expiries, plan.at);
}

/**
 * Plans the reminders of all open appointments anew, after a change of the settings or of the time zone. A reminder whose
 * time has passed under the new settings is not sent.
 */
export async function planAllReminders(tx: OwnerTx, settings: ReminderSettings, plan: Plan): Promise<void> {
  const today = dayIn(plan.timeZone, plan.at);
  await storeTimes(tx, settings, await openVisitsFrom(tx, today, plan.at), plan);
}

function storeTimes(
  tx: OwnerTx,
  settings: ReminderSettings,
  visits: readonly PlannedVisit[],
  { timeZone, at }: Plan,
): Promise<void> {
  const times = visits.map((visit) => ({ id: visit.id, at: nextReminderAt(settings, visit, { timeZone, after: at }) }));
  return storeReminderTimes(tx, times);
}
