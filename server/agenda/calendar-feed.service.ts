import { addDays, dayIn } from '#contract/days';
import { agendaOfLink } from '#server/auth/calendar-link.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { sharedAppointments } from './calendar-feed.store.ts';
import { calendarOf } from './calendar-feed.ts';

const DAYS_BACK = 90;
const DAYS_AHEAD = 366;
/** Ten appointments on every day of the window. */
const MAX_EVENTS = 5000;

/** What an address of an agenda shows. It never has notes. */
export async function readCalendar(
  deps: Pick<Deps, 'identity' | 'tenantRead' | 'now'>,
  token: string,
): Promise<string> {
  const agenda = await agendaOfLink(deps, token);
  if (!agenda) throw new AppError('NOT_FOUND');
  const today = dayIn(agenda.timeZone, deps.now());
  const window = { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD), limit: MAX_EVENTS };
  const appointments = await deps.tenantRead(agenda.ownerId, (db) => sharedAppointments(db, window));
  return calendarOf(appointments, agenda);
}
