import { addDays, dayIn } from '#contract/days';
import { REMINDER_HOURS } from '#contract/reminder-settings';
import type { ReminderOfDay } from '#contract/reminders';

/** How many days before an appointment the first reminder may leave. */
const FIRST_REMINDER_DAYS = Math.max(...REMINDER_HOURS) / 24;

/** A message from long before the appointment, such as the notice of the booking, is no reminder unless it is of today. */
export function isReminded({ lastReminder }: ReminderOfDay, day: string, today: string, timeZone: string): boolean {
  if (!lastReminder || lastReminder.status === 'failed') return false;
  const sentOn = dayIn(timeZone, new Date(lastReminder.at));
  return sentOn === today || sentOn >= addDays(day, -FIRST_REMINDER_DAYS);
}
