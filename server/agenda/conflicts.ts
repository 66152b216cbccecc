import { MAX_OVERBOOKED } from '#contract/agenda';
import { overlaps, type Span } from '#contract/appointment-spans';
import { ERRORS } from '#contract/errors';
import { AppError } from '#server/platform/app-error';

export interface TakenSpan extends Span {
  /** A booking holds it, and no appointment. */
  isHeld: boolean;
}

/** What is in the way on each day. An appointment counts before a booking. */
type Conflicts = ReadonlyMap<string, 'SLOT_TAKEN' | 'SLOT_HELD'>;

/** The days on which a span overlaps a taken one, or an earlier one of `spans`. */
export function findConflicts(spans: readonly Span[], taken: readonly TakenSpan[]): Conflicts {
  const byDay = Map.groupBy(taken, ({ date }) => date);
  const conflicts = new Map<string, 'SLOT_TAKEN' | 'SLOT_HELD'>();
  for (const span of spans) {
    const { date } = span;
    const ofDay = byDay.get(date) ?? [];
    const inTheWay = ofDay.filter((other) => overlaps(span, other));
    if (inTheWay.some(({ isHeld }) => !isHeld)) conflicts.set(date, 'SLOT_TAKEN');
    else if (inTheWay.length > 0 && !conflicts.has(date)) conflicts.set(date, 'SLOT_HELD');
    byDay.set(date, [...ofDay, { ...span, isHeld: false }]);
  }
  return conflicts;
}

const codeOf = (conflicts: Conflicts): 'SLOT_TAKEN' | 'SLOT_HELD' =>
  conflicts.size > 0 && [...conflicts.values()].every((code) => code === 'SLOT_HELD') ? 'SLOT_HELD' : 'SLOT_TAKEN';

/** The refusal of a single appointment. */
export const slotRefused = (conflicts: Conflicts): AppError => new AppError(codeOf(conflicts));

/** The refusal of several appointments, with a detail for each day. */
export const slotsRefused = (conflicts: Conflicts): AppError =>
  new AppError(codeOf(conflicts), {
    fields: Object.fromEntries([...conflicts].map(([day, code]) => [day, ERRORS[code].message])),
  });

/** Refuses more overbooked appointments than a day may have: `added` has the day of each new one. The owner is locked. */
export function refuseFullDays(added: readonly string[], existing: readonly { date: string }[]): void {
  const counts = Map.groupBy([...existing.map(({ date }) => date), ...added], (date) => date);
  const full = [...new Set(added)].filter((date) => (counts.get(date)?.length ?? 0) > MAX_OVERBOOKED);
  if (full.length === 0) return;
  const { message } = ERRORS.TOO_MANY_OVERBOOKED;
  throw new AppError('TOO_MANY_OVERBOOKED', { fields: Object.fromEntries(full.map((date) => [date, message])) });
}
