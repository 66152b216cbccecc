import { expect, test } from 'vitest';
import { addDays } from '#contract/days';
import { paidUntil } from '#contract/plans';
import { PROFESSIONALS } from './accounts.ts';
import { later } from './demo-step.ts';
import { historyOf } from './history.ts';
import { createRandom } from './random.ts';
import { WHOLE } from './seed.ts';
import { creditsOf, writtenBefore } from './write-history.ts';

const END = new Date('2026-11-02T15:20:00Z');
const DAY_MS = 24 * 3600 * 1000;
const run = async () => undefined;
const documentsFrom = (start: Date) => [
  { at: later(start, 5), run },
  { at: later(start, 24), run },
  { at: later(END, 10_000), isReading: true, run },
];

test('what is written during a visit is written while the plan is paid, to the last step, or not at all', () => {
  const earlier = documentsFrom(later(END, -25));
  expect(writtenBefore(END, earlier)).toEqual(earlier);
  expect(writtenBefore(END, documentsFrom(later(END, -24)))).toEqual([]);
  expect(writtenBefore(END, documentsFrom(later(END, -10)))).toEqual([]);
  expect(writtenBefore(END, documentsFrom(END))).toEqual([]);
});

const EVERY_DAY = Array.from({ length: 366 }, (_, index) => addDays('2027-01-01', index));

test('on any day of a year a plan has no gap, and is valid, about to end or expired as its owner is described', () => {
  const gaps: string[] = [];
  const left = new Map<string, number[]>();
  for (const day of EVERY_DAY) {
    const now = new Date(`${day}T15:00:00Z`);
    for (const professional of PROFESSIONALS) {
      const { email } = professional.profile;
      const credits = creditsOf(professional, now);
      const ends = credits.map((_, index) => paidUntil(credits.slice(0, index + 1)) as Date);
      const isGap = ends.some((end, index) => end < (credits[index + 1]?.creditedAt ?? end));
      if (isGap) gaps.push(`${day} ${email}`);
      const daysLeft = ((ends.at(-1)?.getTime() ?? 0) - now.getTime()) / DAY_MS;
      left.set(email, [...(left.get(email) ?? []), daysLeft]);
    }
  }
  expect(gaps).toEqual([]);
  const rangeOf = (email: string) => {
    const days = left.get(email);
    if (!days) throw new Error(`no account ${email}`);
    return [Math.min(...days), Math.max(...days)];
  };
  expect(rangeOf('camila@ejemplo.cl')[0]).toBeGreaterThan(100);
  expect(rangeOf('tomas@ejemplo.cl')[0]).toBeGreaterThan(0.5);
  expect(rangeOf('tomas@ejemplo.cl')[1]).toBeLessThan(7);
  expect(rangeOf('constanza@ejemplo.cl')[1]).toBeLessThan(-7);
});

test.each(['03:30', '12:00', '23:30'])(
  'at %s every patient but the first, who needs no plan, was created after the first payment',
  (time) => {
    const now = new Date(`2027-06-15T${time}:00Z`);
    for (const [index, professional] of PROFESSIONALS.entries()) {
      const { people } = historyOf(professional, now, createRandom(index + 1), WHOLE);
      const [first] = creditsOf(professional, now);
      const earliest = Math.min(...people.slice(1).map(({ since }) => since.getTime()));
      expect(earliest).toBeGreaterThan(first?.creditedAt.getTime() ?? Number.NaN);
    }
  },
);
