import { expect, test } from 'vitest';
import { allergyMatches } from '#contract/allergies';
import { dayIn } from '#contract/days';
import { PatientInput } from '#contract/patients';
import { quantityInWords } from '#contract/quantity';
import { timeZoneOf } from '#contract/regions';
import { hasRightCheckDigit } from '#contract/rut';
import { medicationRows } from '#server/medications/medication-list';
import { PROFESSIONALS } from './accounts.ts';
import { historyOf } from './history.ts';
import { PRESCRIPTIONS } from './prescriptions.ts';
import { createRandom } from './random.ts';

const NOW = new Date('2026-03-17T14:10:00Z');
const WHOLE = { share: 1, days: 45 };
const histories = (now: Date) =>
  PROFESSIONALS.map((professional, index) => ({
    professional,
    ...historyOf(professional, now, createRandom(index + 1), WHOLE),
  }));

test('the same seed and day give the same practice', () => {
  expect(histories(NOW)).toEqual(histories(NOW));
  const [one, other] = [1, 2].map((seed) => historyOf(PROFESSIONALS[1] as never, NOW, createRandom(seed), WHOLE));
  expect(one).not.toEqual(other);
});

test('patients have valid RUTs of their own, and every field is accepted', () => {
  const all = histories(NOW);
  expect(all.reduce((total, { people }) => total + people.length, 0)).toBe(360);
  for (const { people, professional } of all) {
    expect(new Set(people.map(({ input }) => input.rut)).size).toBe(professional.patients);
    for (const { input } of people) {
      const { documentType } = PatientInput.parse(input);
      if (documentType === 'rut') expect(hasRightCheckDigit(input.rut)).toBe(true);
    }
  }
  for (const { profile } of PROFESSIONALS) expect(hasRightCheckDigit(profile.rut)).toBe(true);
});

test('in every week of a year, nobody is a patient before being born', () => {
  const [physician] = PROFESSIONALS;
  if (!physician) throw new Error('there is no professional');
  const young = { ...physician, ages: { least: 1, most: 1 } };
  for (let day = 0; day < 365; day += 7) {
    const now = new Date(NOW.getTime() + day * 24 * 3600 * 1000);
    const { people } = historyOf(young, now, createRandom(day), { share: 0.1, days: 0 });
    const early = people.filter(({ input, since }) => since.toISOString().slice(0, 10) < input.birthDate);
    expect(early).toEqual([]);
  }
});

test('prescriptions are those of the list of medications, and none may cause an allergic reaction', () => {
  const known = medicationRows().flatMap(({ dci, forma, via, concentraciones }) =>
    concentraciones.split(' | ').map((strength) => [dci, strength, forma, via].join()),
  );
  for (const { dci, concentracion, formaFarmaceutica, via, cantidad } of Object.values(PRESCRIPTIONS)) {
    expect(known).toContain([dci, concentracion, formaFarmaceutica, via].join());
    expect(quantityInWords(cantidad)).toContain('(');
  }
  const prescribed = histories(NOW).flatMap(({ visits }) =>
    visits.flatMap(({ person, consultation }) =>
      (consultation?.prescriptions ?? []).map((item) => ({ item, allergies: person.input.allergies ?? null })),
    ),
  );
  expect(prescribed.some(({ allergies }) => allergies !== null)).toBe(true);
  expect(prescribed.filter(({ item, allergies }) => allergyMatches(allergies, item).length > 0)).toEqual([]);
});

test.each(['2026-03-17T14:10:00Z', '2026-11-15T02:30:00Z', '2028-02-29T23:59:00Z'])(
  'on %s appointments reach from weeks ago to weeks ahead, and today has some',
  (instant) => {
    const now = new Date(instant);
    for (const { professional, visits } of histories(now)) {
      const today = dayIn(timeZoneOf(professional.profile.region), now);
      const days = visits.map(({ day }) => day).sort();
      expect(days.filter((day) => day === today).length).toBeGreaterThan(2);
      expect(days.filter((day) => day < today).length).toBeGreaterThan(50);
      expect(days.filter((day) => day > today).length).toBeGreaterThan(30);
      // A service refuses what is booked in the past, and the clock of a step is never ahead.
      for (const { bookedAt, startsAt, person, consultation } of visits) {
        expect(bookedAt < startsAt && bookedAt < now && person.since < bookedAt).toBe(true);
        if (consultation) expect(startsAt < now).toBe(true);
      }
      const slots = visits.filter((visit) => !visit.isOverbooked).map(({ day, time }) => `${day} ${time}`);
      expect(new Set(slots).size).toBe(slots.length);
      // Nobody comes twice on a day.
      const comings = visits.map(({ day, person }) => `${day} ${person.input.rut}`);
      expect(new Set(comings).size).toBe(comings.length);
    }
  },
);

test.each(['2026-03-17T14:10:00Z', '2026-11-15T02:30:00Z', '2028-02-29T23:59:00Z'])(
  'on %s appointments have every status that fits their time, one is overbooked, and one patient comes every week',
  (instant) => {
    const now = new Date(instant);
    const all = histories(now);
    const visits = all.flatMap((history) => history.visits);
    for (const { status, startsAt, consultation } of visits) {
      if (consultation) expect(status).toBe('attended');
      if (status === 'attended' || status === 'no-show') expect(startsAt < now).toBe(true);
    }
    const statuses = new Set(visits.map(({ status }) => status));
    expect([...statuses]).toEqual(
      expect.arrayContaining(['scheduled', 'confirmed', 'attended', 'no-show', 'cancelled']),
    );
    expect(visits.filter(({ isOverbooked }) => isOverbooked)).toHaveLength(1);
    const [series, ...others] = all.flatMap((history) => history.series ?? []);
    expect(others).toEqual([]);
    // Four weeks, and today when the session is over.
    expect([4, 5]).toContain(series?.attendedAt.length);
  },
);
