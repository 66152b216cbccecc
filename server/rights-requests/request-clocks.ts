import { dayIn } from '#contract/days';
import { lastAnswerDay, warningDay } from '#contract/rights-clocks';
import type { RightsKind } from '#contract/rights-kinds';
import { instantIn } from '#server/platform/wall-clock';

/** The hour of the reminder, on the day from which the clock is about to run out. */
const REMINDER_TIME = '09:00';

/** 'D-2026-0001' */
export const requestNumber = ({ year, sequence }: { year: number; sequence: number }): string =>
  `D-${year}-${String(sequence).padStart(4, '0')}`;

/** The year of the number and the last day for the answer, where the professional works. */
export function clocksOf(kind: RightsKind, timeZone: string, receivedAt: Date): { year: number; dueOn: string } {
  const receivedOn = dayIn(timeZone, receivedAt);
  return { year: Number(receivedOn.slice(0, 4)), dueOn: lastAnswerDay(kind, receivedOn) };
}

export const reminderAt = (kind: RightsKind, timeZone: string, dueOn: string): Date =>
  instantIn(timeZone, { date: warningDay(kind, dueOn), time: REMINDER_TIME });
