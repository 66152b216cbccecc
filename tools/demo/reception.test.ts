import { expect, test } from 'vitest';
import { PROFESSIONALS } from './accounts.ts';
import { historyOf, type Size } from './history.ts';
import { createRandom } from './random.ts';
import { assistedSince, bookedTime } from './reception.ts';
import { WHOLE } from './seed.ts';

const SMALL: Size = { share: 0.08, days: 6 };
/** A Tuesday, a Friday, and a Saturday on which clocks change. */
const INSTANTS = ['2026-03-17T14:10:00Z', '2026-11-20T18:30:00Z', '2027-09-04T20:00:00Z'];
const SIZES = INSTANTS.flatMap((instant) => [WHOLE, SMALL].map((size) => ({ instant, size })));

test.each(SIZES)('on $instant, of $size.days days, the assistant books, notes and moves', ({ instant, size }) => {
  const now = new Date(instant);
  let moves = 0;
  for (const [index, professional] of PROFESSIONALS.entries()) {
    const { visits } = historyOf(professional, now, createRandom(index + 1), size);
    expect(visits.some((visit) => visit.isBookedByAssistant)).toBe(true);
    expect(visits.some((visit) => visit.isNotedByAssistant)).toBe(true);
    for (const { isBookedByAssistant, isNotedByAssistant, bookedAt } of visits) {
      if (isBookedByAssistant || isNotedByAssistant) expect(bookedAt > assistedSince(now)).toBe(true);
    }
    const moved = visits.filter(({ movedByAssistantAt }) => movedByAssistantAt);
    for (const { movedByAssistantAt: at = now, bookedAt, startsAt, status } of moved) {
      expect(at > bookedAt && at < now && now < startsAt).toBe(true);
      expect(status).toBe('scheduled');
    }
    moves += moved.length;
    // Where they come from, nobody else was booked.
    const from = visits.filter((visit) => bookedTime(visit) !== visit.time).map((visit) => visit.day);
    expect(new Set(from).size).toBe(from.length);
  }
  expect(moves).toBeGreaterThan(0);
});
