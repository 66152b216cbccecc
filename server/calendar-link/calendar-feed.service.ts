import type { z } from 'zod';
import { addDays, dayIn } from '#contract/days';
import type { TaggedText } from '#contract/endpoint';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { CALENDAR_PROGRAM } from '#server/audit/audit.store';
import { createReadMemory } from '#server/audit/read-memory';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { sharedAppointments } from './calendar-feed.store.ts';
import { calendarOf, tagOf } from './calendar-feed.ts';
import { agendaOfLink, type SharedAgenda } from './calendar-link.service.ts';

const DAYS_BACK = 90;
const DAYS_AHEAD = 366;
/** Ten appointments on every day of the window. */
const MAX_EVENTS = 5000;

export type CalendarDeps = Pick<Deps, 'identity' | 'tenantRead' | 'now'> & RecordingDeps;
type Shown = z.output<typeof TaggedText>;

/** What an address of an agenda shows. It never has notes. Each read is recorded for the owner. */
export function createCalendarReader(deps: CalendarDeps) {
  const isNew = createReadMemory();
  return async (token: string, address: string): Promise<Shown> => {
    const agenda = await agendaOfLink(deps, token);
    if (!agenda) throw new AppError('NOT_FOUND');
    const [at, { ownerId }] = [deps.now(), agenda];
    if (isNew({ token, address }, at)) {
      const entry = { act: 'calendar.read', at, actorId: CALENDAR_PROGRAM, ownerId, subjectId: ownerId } as const;
      deps.accessRecorder.add({ ...entry, address, detail: undefined });
    }
    return readCalendar(deps, agenda);
  };
}

async function readCalendar(deps: Pick<Deps, 'tenantRead' | 'now'>, agenda: SharedAgenda): Promise<Shown> {
  const today = dayIn(agenda.timeZone, deps.now());
  const window = { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD), limit: MAX_EVENTS };
  const appointments = await deps.tenantRead(agenda.ownerId, (db) => sharedAppointments(db, window));
  return { tag: tagOf(appointments, agenda), make: () => calendarOf(appointments, agenda) };
}
