import { addDays, dayIn } from '#contract/days';
import { REMINDER_HOURS } from '#contract/reminder-settings';
import { type LastReminder, REMINDER_CHANNEL_TEXTS } from '#contract/reminder-states';
import type { ReminderOfDay } from '#contract/reminders';
import { formatInstant } from '#web/ui/format-instant.ts';

/** How many days before an appointment the first reminder may leave. */
const FIRST_REMINDER_DAYS = Math.max(...REMINDER_HOURS) / 24;

/** A message from long before the appointment, such as the notice of the booking, is no reminder unless it is of today. */
export function isReminded({ lastReminder }: ReminderOfDay, day: string, today: string, timeZone: string): boolean {
  if (!lastReminder || lastReminder.status === 'failed') return false;
  const sentOn = dayIn(timeZone, new Date(lastReminder.at));
  return sentOn === today || sentOn >= addDays(day, -FIRST_REMINDER_DAYS);
}

/** 'WhatsApp enviado hoy a las 10:32' */
export function reminderText({ channel, status, at }: LastReminder, today: string, timeZone: string): string {
  if (status === 'pending') return `${REMINDER_CHANNEL_TEXTS[channel]} por salir`;
  const { day, clock } = formatInstant(at, timeZone);
  const when = dayIn(timeZone, new Date(at)) === today ? `hoy a las ${clock}` : `el ${day.slice(0, 5)} a las ${clock}`;
  return `${REMINDER_CHANNEL_TEXTS[channel]} ${status === 'failed' ? 'rechazado' : 'enviado'} ${when}`;
}
