import { toClock, toMinutes } from '#contract/days';
import type { WorkingInterval } from '#contract/working-hours';

export const WEEKDAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];

const WORKDAYS = [1, 2, 3, 4, 5];
const FIRST = { from: '09:00', to: '13:00' };
const PAUSE = 60;
const LENGTH = 4 * 60;
const MIDNIGHT = 24 * 60;

/** The times to begin with for one more interval of a day: in the morning, or an hour after the last one. */
export function intervalAfter(ofDay: readonly WorkingInterval[]): Omit<WorkingInterval, 'weekday'> | undefined {
  if (ofDay.length === 0) return FIRST;
  const start = Math.max(...ofDay.map(({ to }) => toMinutes(to))) + PAUSE;
  return start < MIDNIGHT ? { from: toClock(start), to: toClock(Math.min(start + LENGTH, MIDNIGHT)) } : undefined;
}

/** The same hours from Monday to Friday: those of that day. */
export function ofWorkweek(hours: readonly WorkingInterval[], weekday: number): WorkingInterval[] {
  const copied = hours.filter((one) => one.weekday === weekday);
  return [
    ...WORKDAYS.flatMap((day) => copied.map((one) => ({ ...one, weekday: day }))),
    ...hours.filter((one) => !WORKDAYS.includes(one.weekday)),
  ];
}
