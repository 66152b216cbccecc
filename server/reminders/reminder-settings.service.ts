import { timeZoneOf } from '#contract/regions';
import type { ReminderSettings } from '#contract/reminder-settings';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { enqueueComposedMails, type OutboxDeps } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { planAllReminders } from './planning.service.ts';
import { findReminderSettings, storeReminderSettings } from './reminder-settings.store.ts';

type SettingsDeps = Pick<Deps, 'tenantTransaction' | 'now'>;

/** For features that act by the settings. */
export const readReminderSettings = (db: OwnerSql): Promise<ReminderSettings> => findReminderSettings(db);

export const getReminderSettings = (deps: Pick<Deps, 'tenantRead'>, owner: Owner): Promise<ReminderSettings> =>
  deps.tenantRead(owner.id, findReminderSettings);

export function putReminderSettings(
  deps: SettingsDeps,
  owner: Owner,
  settings: ReminderSettings,
): Promise<ReminderSettings> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const at = deps.now();
    // No appointment is made meanwhile that would be planned with the former settings.
    await lockOwner(tx);
    await storeReminderSettings(tx, settings);
    await planAllReminders(tx, settings, { timeZone: timeZoneOf(owner.user.region), at });
    await record(tx, { ...actBy(owner, owner.id), act: 'reminder-settings.changed', at });
    return settings;
  });
}

/** The hours of a professional are hours of their region: after a move, reminders leave at other instants. */
export function planForTimeZone(deps: SettingsDeps, ownerId: string, timeZone: string): Promise<void> {
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    await planAllReminders(tx, await findReminderSettings(tx), { timeZone, at: deps.now() });
  });
}

export function sendTestReminder(deps: SettingsDeps & OutboxDeps, owner: Owner): Promise<{ email: string }> {
  if (!deps.sendsMail) throw new AppError('MAIL_NOT_CONFIGURED');
  return deps.tenantTransaction(owner.id, async (tx) => {
    await enqueueComposedMails(deps, tx, [{ kind: 'reminder-test', parameters: {} }], deps.now());
    return { email: owner.user.email };
  });
}
