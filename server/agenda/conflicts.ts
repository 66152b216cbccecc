import { MAX_OVERBOOKED } from '#contract/agenda';
import { overlaps, type Span } from '#contract/appointment-spans';
import { ERRORS } from '#contract/errors';
import { AppError } from '#server/platform/app-error';

/** The days on which a span overlaps a taken one, or an earlier one of `spans`. */
export function conflictingDays(spans: readonly Span[], taken: readonly Span[]): string[] {
  const byDay = Map.groupBy(taken, ({ date }) => date);
  const days = new Set<string>();
  for (const span of spans) {
    const ofDay = byDay.get(span.date) ?? [];
    if (ofDay.some((other) => overlaps(span, other))) days.add(span.date);
    byDay.set(span.date, [...ofDay, span]);
  }
  return [...days];
}

/** The refusal of several appointments, with a detail for each day. */
export const slotsTaken = (days: readonly string[]): AppError =>
  new AppError('SLOT_TAKEN', { fields: Object.fromEntries(days.map((day) => [day, ERRORS.SLOT_TAKEN.message])) });

/** Refuses more overbooked appointments than a day may have: `added` has the day of each new one. The owner is locked. */
export function refuseFullDays(added: readonly string[], existing: readonly { date: string }[]): void {
  const counts = Map.groupBy([...existing.map(({ date }) => date), ...added], (date) => date);
  const full = [...new Set(added)].filter((date) => (counts.get(date)?.length ?? 0) > MAX_OVERBOOKED);
  if (full.length === 0) return;
  const { message } = ERRORS.TOO_MANY_OVERBOOKED;
  throw new AppError('TOO_MANY_OVERBOOKED', { fields: Object.fromEntries(full.map((date) => [date, message])) });
}
