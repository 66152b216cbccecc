import { addDays } from '#contract/days';
import { addMonths, daysOfMonth } from '#contract/months';
import { formatDayPart, longDay, weekAround, weekTitle } from '#web/ui/day-words.ts';

/** The periods that the page shows, with the words of the switch. */
export const PERIODS = { day: 'Día', week: 'Semana', month: 'Mes' } as const;
export type PeriodName = keyof typeof PERIODS;

export interface Period {
  from: string;
  to: string;
}

/** '2026-11-16' → '2026-11' */
export const monthOfDay = (day: string): string => day.slice(0, 7);

/** The first and the last day of the period that contains a day. */
export function periodAround(name: PeriodName, day: string): Period {
  if (name === 'day') return { from: day, to: day };
  if (name === 'week') {
    const week = weekAround(day);
    return { from: week[0] ?? day, to: week.at(-1) ?? day };
  }
  return daysOfMonth(monthOfDay(day));
}

/** A day of the period after or before. In another month it is the same day, or the last one of a shorter month. */
export function stepPeriod(name: PeriodName, day: string, by: -1 | 1): string {
  if (name !== 'month') return addDays(day, name === 'week' ? 7 * by : by);
  const month = addMonths(monthOfDay(day), by);
  const same = `${month}-${day.slice(8)}`;
  const { to: last } = daysOfMonth(month);
  return same < last ? same : last;
}

export const isInPeriod = (day: string, { from, to }: Period): boolean => from <= day && day <= to;

/** '2026-11' → 'Noviembre de 2026' */
export function monthTitle(month: string): string {
  const name = formatDayPart(`${month}-01`, { month: 'long' });
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} de ${month.slice(0, 4)}`;
}

/** '2026-11' → 'nov' */
export const shortMonth = (month: string): string =>
  formatDayPart(`${month}-01`, { month: 'short' }).replace('.', '').slice(0, 3);

export function periodTitle(name: PeriodName, day: string): string {
  if (name === 'day') return longDay(day);
  return name === 'week' ? weekTitle(weekAround(day)) : monthTitle(monthOfDay(day));
}

/** The names of the buttons beside the title. */
export const PERIOD_STEPS: Record<PeriodName, readonly [previous: string, next: string]> = {
  day: ['Día anterior', 'Día siguiente'],
  week: ['Semana anterior', 'Semana siguiente'],
  month: ['Mes anterior', 'Mes siguiente'],
};
