import type { z } from 'zod';
import { addDays, dayIn } from '#contract/days';
import type { TaggedText } from '#contract/endpoint';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { CALENDAR_PROGRAM } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { networkOf } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import { tokenHash } from '#server/platform/crypto/tokens';
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
    if (isNew(`${tokenHash(token).toString('base64url')} ${networkOf(address)}`, at)) {
      const entry = { act: 'calendar.read', at, actorId: CALENDAR_PROGRAM, ownerId, subjectId: ownerId } as const;
      deps.accessRecorder.add({ ...entry, address, detail: undefined });
    }
    return readCalendar(deps, agenda);
  };
}

const RECORDED_EVERY_MS = 3600 * 1000;
const MAX_REMEMBERED = 10_000;

/** A program reads an agenda every few minutes, for years. One entry an hour tells the owner as much. */
function createReadMemory() {
  const recordedAt = new Map<string, number>();
  return (key: string, now: Date): boolean => {
    const last = recordedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    // The clock may have been set back, so the distance counts in both directions.
    if (Math.abs(now.getTime() - last) < RECORDED_EVERY_MS) return false;
    if (recordedAt.size >= MAX_REMEMBERED) recordedAt.clear();
    recordedAt.set(key, now.getTime());
    return true;
  };
}

async function readCalendar(deps: Pick<Deps, 'tenantRead' | 'now'>, agenda: SharedAgenda): Promise<Shown> {
  const today = dayIn(agenda.timeZone, deps.now());
  const window = { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD), limit: MAX_EVENTS };
  const appointments = await deps.tenantRead(agenda.ownerId, (db) => sharedAppointments(db, window));
  return { tag: tagOf(appointments, agenda), make: () => calendarOf(appointments, agenda) };
}
