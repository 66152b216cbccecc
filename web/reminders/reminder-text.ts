import { dayIn } from '#contract/days';
import { type LastReminder, REMINDER_CHANNEL_TEXTS } from '#contract/reminder-states';
import { formatInstant } from '#web/ui/format-instant.ts';

/** 'WhatsApp enviado hoy a las 10:32' */
export function reminderText({ channel, status, at }: LastReminder, today: string, timeZone: string): string {
  if (status === 'pending') return `${REMINDER_CHANNEL_TEXTS[channel]} por salir`;
  const { day, clock } = formatInstant(at, timeZone);
  const when = dayIn(timeZone, new Date(at)) === today ? `hoy a las ${clock}` : `el ${day.slice(0, 5)} a las ${clock}`;
  return `${REMINDER_CHANNEL_TEXTS[channel]} ${status === 'failed' ? 'rechazado' : 'enviado'} ${when}`;
}
