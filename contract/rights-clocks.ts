import { addDays, weekdayOf } from './days.ts';
import { holidaysOf } from './holidays.ts';
import type { RightsKind } from './rights-kinds.ts';

/** Article 11 of law 19.628: a request is answered within 30 calendar days, which can be extended once by 30 more. */
const ANSWER_DAYS = 30;
const EXTENSION_DAYS = 30;
/** The same article, about a request of blocking. */
const BLOCKING_BUSINESS_DAYS = 2;
/** How many days before the last one the professional is reminded. */
const REMINDER_DAYS = 5;

const SATURDAY = 6;

/** Law 19.880, article 25: Saturdays, Sundays and holidays are no business days. */
const isBusinessDay = (day: string): boolean =>
  weekdayOf(day) < SATURDAY && !holidaysOf(Number(day.slice(0, 4))).has(day);

function addBusinessDays(day: string, count: number): string {
  const step = Math.sign(count);
  let reached = day;
  for (let left = Math.abs(count); left > 0; ) {
    reached = addDays(reached, step);
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** The last day for the answer to a request that was received on that day. */
export const lastAnswerDay = (kind: RightsKind, receivedOn: string): string =>
  kind === 'blocking' ? addBusinessDays(receivedOn, BLOCKING_BUSINESS_DAYS) : addDays(receivedOn, ANSWER_DAYS);

/** The last day for the answer after an extension. */
export const extendedAnswerDay = (dueOn: string): string => addDays(dueOn, EXTENSION_DAYS);

/** The day from which the clock is about to run out: the professional is reminded, and pages show it in colour. */
export const warningDay = (kind: RightsKind, dueOn: string): string =>
  kind === 'blocking' ? addBusinessDays(dueOn, -1) : addDays(dueOn, -REMINDER_DAYS);
