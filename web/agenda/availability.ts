import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type Appointment, DEFAULT_DURATION } from '#contract/agenda';
import { afterChange } from '#contract/appointment-change';
import { toMinutes } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import { getWorkingHours, listAbsences, type Unavailability, unavailability } from '#contract/working-hours';
import type { Change } from '#web/agenda/appointment-lists.ts';
import type { Span } from '#web/agenda/spans.ts';
import { queryFor } from '#web/platform/api.ts';

/** Why the professional does not attend in that time of the day; undefined when they do. */
export type ReasonAt = (date: string, span: Span) => string | undefined;

/** The reason of the first period that the time touches. */
function reasonIn(periods: readonly Unavailability[], { time, duration }: Span): string | undefined {
  const start = toMinutes(time);
  return periods.find(({ from, to }) => from < start + duration && start < to)?.reason;
}

// Functions, because a key names the professional for whom an assistant works.
const workingHoursQuery = () => queryFor(getWorkingHours, {});
const absencesQuery = () => queryFor(listAbsences, {});

/** Known before the agenda is shown, so that no row changes its colour afterwards. */
export function usePrefetchAvailability(): void {
  usePrefetchQuery(workingHoursQuery());
  usePrefetchQuery(absencesQuery());
}

/** Advice only: without an answer of the server every time can be booked, and no toast is shown. */
export function useAvailability(): ReasonAt {
  const { data: { hours } = { hours: [] } } = useQuery(workingHoursQuery());
  const { data: absences = [] } = useQuery(absencesQuery());
  const byDay = new Map<string, Unavailability[]>();
  return (date, span) => {
    const periods = byDay.get(date) ?? unavailability({ hours, absences }, date);
    byDay.set(date, periods);
    return reasonIn(periods, span);
  };
}

/** The weekdays with working hours, from 1 for Monday. None when the hours are not set. */
export function useWorkingWeekdays(): ReadonlySet<number> {
  const { data: { hours } = { hours: [] } } = useQuery(workingHoursQuery());
  return new Set(hours.map(({ weekday }) => weekday));
}

/** The duration with which a new appointment begins. Known before the agenda is shown, like the hours. */
export const useDefaultDuration = () => useQuery(workingHoursQuery()).data?.defaultDuration ?? DEFAULT_DURATION;

const years = new Map<number, ReturnType<typeof holidaysOf>>();

/** The name of the public holiday on a day. */
export function holidayOn(day: string): string | undefined {
  const year = Number(day.slice(0, 4));
  const holidays = years.get(year) ?? holidaysOf(year);
  years.set(year, holidays);
  return holidays.get(day)?.name;
}

/** A day and why the professional does not attend then. */
export interface Reason {
  date: string;
  reason: string;
}

/** Why the professional does not attend in the time to which an appointment moves. */
export function reasonsOfChange(before: Appointment, change: Change, reasonAt: ReasonAt): Reason[] {
  const isMove = change.date !== undefined || change.time !== undefined || change.duration !== undefined;
  const after = afterChange(before, change);
  const reason = isMove ? reasonAt(after.date, after) : undefined;
  return reason ? [{ date: after.date, reason }] : [];
}
