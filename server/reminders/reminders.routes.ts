import * as settings from '#contract/reminder-settings';
import * as api from '#contract/reminders';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { getReminderSettings, putReminderSettings, sendTestReminder } from './reminder-settings.service.ts';
import { getLastReminderChange } from './reminder-states.service.ts';
import { listReminders, listRemindersOfDay, sendReminder } from './reminders.service.ts';

export function remindersRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(settings.getReminderSettings, ({ owner }) => getReminderSettings(deps, owner));
  bind(settings.putReminderSettings, ({ owner, body }) => putReminderSettings(deps, owner, body));
  bind(settings.sendTestReminder, ({ owner }) => sendTestReminder(deps, owner));
  bind(api.listReminders, ({ owner, params }) => listReminders(deps, owner, params.id));
  bind(api.sendReminder, ({ owner, params, body }) => sendReminder(deps, owner, params.id, body.channel));
  bind(api.listRemindersOfDay, ({ owner, query }) => listRemindersOfDay(deps, owner, query.date));
  bind(api.getLastReminderChange, ({ owner }) => getLastReminderChange(deps, owner));
}
