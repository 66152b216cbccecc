import { type QueryClient, useMutation } from '@tanstack/react-query';
import { addDays, dayIn } from '#contract/days';
import { internationalDigits } from '#contract/phone-numbers';
import { REMINDER_HOURS } from '#contract/reminder-settings';
import type { LastReminder } from '#contract/reminder-states';
import { listRemindersOfDay, type ReminderOfDay, sendReminder } from '#contract/reminders';
import { call, queryFor } from '#web/platform/api.ts';
import { formatInstant } from '#web/ui/format-instant.ts';

export const remindersOn = (date: string) => ({
  ...queryFor(listRemindersOfDay, { query: { date } }, { failed: 'No se pudieron cargar las citas' }),
  // The professional returns to the page from each conversation, and a patient may have answered meanwhile.
  staleTime: 0,
});

export const useSendByEmail = () =>
  useMutation({
    mutationFn: (id: string) => call(sendReminder, { params: { id }, body: { channel: 'email' } }),
    meta: { done: 'El correo va en camino', failed: 'No se pudo enviar el correo' },
  });

/** Shows what was sent before the list is loaded again. */
export function showReminder(cache: QueryClient, date: string, appointmentId: string, lastReminder: LastReminder) {
  const { queryKey } = remindersOn(date);
  cache.setQueryData(queryKey, (rows) =>
    rows?.map((row) => (row.appointmentId === appointmentId ? { ...row, lastReminder } : row)),
  );
  void cache.invalidateQueries({ queryKey: [listRemindersOfDay.path] });
}

/** What keeps a message from reaching the patient by WhatsApp. */
type Obstacle = 'declined' | 'no-phone' | 'unusable-phone';

export function whatsappObstacle({ reminders, phone }: ReminderOfDay): Obstacle | undefined {
  if (!reminders) return 'declined';
  if (!phone) return 'no-phone';
  return internationalDigits(phone) === undefined ? 'unusable-phone' : undefined;
}

const EARLIEST_DAYS = Math.max(...REMINDER_HOURS) / 24;

/** The notice of the booking is no reminder when the appointment was made long before. */
export const isReminded = ({ lastReminder }: ReminderOfDay, day: string, timeZone: string): boolean =>
  lastReminder !== undefined &&
  lastReminder.status !== 'failed' &&
  dayIn(timeZone, new Date(lastReminder.at)) >= addDays(day, -EARLIEST_DAYS);

/** The first appointment that matches after the given one. After the last one the search goes on from the first. */
export function nextAfter(
  rows: readonly ReminderOfDay[],
  appointmentId: string,
  matches: (row: ReminderOfDay) => boolean,
): ReminderOfDay | undefined {
  const at = rows.findIndex((row) => row.appointmentId === appointmentId);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].find(matches);
}

const CHANNELS = { email: 'Correo', whatsapp: 'WhatsApp' } as const;

/** 'WhatsApp enviado hoy a las 10:32' */
export function reminderText({ channel, status, at }: LastReminder, today: string, timeZone: string): string {
  if (status === 'pending') return `${CHANNELS[channel]} por salir`;
  const { day, clock } = formatInstant(at, timeZone);
  const when = dayIn(timeZone, new Date(at)) === today ? `hoy a las ${clock}` : `el ${day.slice(0, 5)} a las ${clock}`;
  return status === 'failed' ? `${CHANNELS[channel]} rechazado ${when}` : `${CHANNELS[channel]} enviado ${when}`;
}
