import { expect, test } from 'vitest';
import { isOpen } from '#contract/agenda';
import { addDays, dayIn } from '#contract/days';
import { internationalDigits } from '#contract/phone-numbers';
import { timeZoneOf } from '#contract/regions';
import { PROFESSIONALS } from './accounts.ts';
import { historyOf, type Size } from './history.ts';
import { createRandom } from './random.ts';
import { WHOLE } from './seed.ts';
import type { Visit } from './visits.ts';

const SMALL: Size = { share: 0.08, days: 6 };
/** A Tuesday, a Friday, and a Saturday on which clocks change. */
const INSTANTS = ['2026-03-17T14:10:00Z', '2026-11-20T18:30:00Z', '2027-09-04T20:00:00Z'];

const STATES = [
  'before sent',
  'booking refused',
  'booking sent',
  'cancelled',
  'confirmed',
  'manual refused',
  'manual waiting',
  'manual whatsapp',
  'moved',
];

const statesOf = ({ messages = [], answer }: Visit) => [
  ...messages.map(({ kind, outcome }) => `${kind} ${outcome}`),
  ...(answer ? [answer.answer] : []),
];
const histories = (now: Date, size: Size) =>
  PROFESSIONALS.map((professional, index) => historyOf(professional, now, createRandom(index + 1), size));

test.each(INSTANTS)(
  'on %s each practice has messages and answers in every state, and small ones have them together',
  (instant) => {
    const now = new Date(instant);
    const distinct = (visits: readonly Visit[]) => [...new Set(visits.flatMap(statesOf))].sort();
    for (const { visits } of histories(now, WHOLE)) expect(distinct(visits)).toEqual(STATES);
    const ofSmall = histories(now, SMALL).flatMap(({ visits }) => visits);
    expect(distinct(ofSmall)).toEqual(STATES);
  },
);

test.each(INSTANTS)('on %s messages and answers come after the booking, and reach who can be reached', (instant) => {
  const now = new Date(instant);
  const visits = histories(now, WHOLE).flatMap((history) => history.visits);
  for (const { messages = [], answer, bookedAt, startsAt, person } of visits) {
    for (const { at, outcome } of messages) {
      expect(at >= bookedAt && at < startsAt && at < now).toBe(true);
      if (outcome === 'whatsapp') expect(internationalDigits(person.input.phone ?? '')).toBeDefined();
      else expect([person.input.email, person.input.reminders]).toEqual([expect.any(String), undefined]);
    }
    if (answer) expect(answer.at > bookedAt && answer.at < startsAt && answer.at < now).toBe(true);
  }
});

test.each(INSTANTS)('on %s there is somebody to remind tomorrow, also who cannot be reached', (instant) => {
  const now = new Date(instant);
  const ofTomorrow = PROFESSIONALS.map((professional, index) => {
    const tomorrow = addDays(dayIn(timeZoneOf(professional.profile.region), now), 1);
    const { visits } = historyOf(professional, now, createRandom(index + 1), WHOLE);
    return visits.filter((visit) => visit.day === tomorrow && isOpen(visit)).map(({ person }) => person.input);
  });
  for (const patients of ofTomorrow) expect(patients.length).toBeGreaterThan(3);
  const [patients = []] = ofTomorrow;
  expect(patients.some(({ reminders }) => reminders === false)).toBe(true);
  expect(patients.some(({ email }) => !email)).toBe(true);
  expect(patients.some(({ phone }) => internationalDigits(phone ?? '') === undefined)).toBe(true);
});
