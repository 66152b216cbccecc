import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn, dayIn, greetingAt, hourIn } from './days.ts';
import { REGIONS, timeZoneOf } from './regions.ts';

describe('day and hour in Chile', () => {
  test.each([
    // In summer, 21:00 in Santiago is midnight in UTC.
    ['America/Santiago', '2026-11-15T02:59:00Z', '2026-11-14', 23],
    ['America/Santiago', '2026-11-15T03:00:00Z', '2026-11-15', 0],
    // 2026-09-06 begins at 01:00.
    ['America/Santiago', '2026-09-06T03:59:00Z', '2026-09-05', 23],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06', 1],
    // On 2026-04-04 the hour from 23:00 to 24:00 occurs twice.
    ['America/Santiago', '2026-04-05T02:30:00Z', '2026-04-04', 23],
    ['America/Santiago', '2026-04-05T03:30:00Z', '2026-04-04', 23],
    ['America/Santiago', '2026-04-05T04:00:00Z', '2026-04-05', 0],
    // Magallanes and Aysén stay at -03 in winter.
    ['America/Punta_Arenas', '2026-07-01T03:30:00Z', '2026-07-01', 0],
    ['America/Coyhaique', '2026-07-01T03:30:00Z', '2026-07-01', 0],
    ['America/Santiago', '2026-07-01T03:30:00Z', '2026-06-30', 23],
  ])('in %s at %s are %s and %i', (zone, instant, day, hour) => {
    expect(dayIn(zone, new Date(instant))).toBe(day);
    expect(hourIn(zone, new Date(instant))).toBe(hour);
  });

  test('the day is right in whatever order instants and time zones come', () => {
    const formats = ['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter', 'Asia/Kathmandu'].map((timeZone) => {
      return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    });
    // Two days around each change of the clocks, and around new year.
    const starts = ['2026-04-04', '2026-09-05', '2026-12-31'].map((day) => Date.parse(`${day}T00:00:00Z`));
    const around = fc.tuple(fc.constantFrom(...starts), fc.integer({ min: 0, max: 2 * 86_400_000 }));
    fc.assert(
      fc.property(fc.constantFrom(...formats), around, (format, [start, after]) => {
        const instant = new Date(start + after);
        expect(dayIn(format.resolvedOptions().timeZone, instant)).toBe(format.format(instant));
      }),
      { numRuns: 2000 },
    );
    for (const [instant, day] of [
      ['2026-11-15T02:59:59.999Z', '2026-11-14'],
      ['2026-11-15T03:00:00.000Z', '2026-11-15'],
      ['2026-11-15T02:45:00.000Z', '2026-11-14'],
    ] as const)
      expect(dayIn('America/Santiago', new Date(instant))).toBe(day);
  });

  test('use the time zone of the region', () => {
    const zones = REGIONS.map(timeZoneOf);
    expect(REGIONS).toHaveLength(16);
    expect(zones.filter((zone) => zone === 'America/Santiago')).toHaveLength(14);
    expect(timeZoneOf('Región de Magallanes y de la Antártica Chilena')).toBe('America/Punta_Arenas');
    expect(timeZoneOf('Región de Aysén del General Carlos Ibáñez del Campo')).toBe('America/Coyhaique');
    expect(timeZoneOf(undefined)).toBe('America/Santiago');
  });
});

describe('age', () => {
  test.each([
    ['1980-05-10', '2026-05-09', 45],
    ['1980-05-10', '2026-05-10', 46],
    ['2000-02-29', '2023-02-28', 22],
    ['2000-02-29', '2023-03-01', 23],
    ['2026-11-15', '2026-11-15', 0],
  ])('of a person born on %s is on %s: %i', (birth, today, age) => {
    expect(ageOn(birth, today)).toBe(age);
  });

  test('grows by one each year and never decreases', () => {
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, day, (birth, one, other) => {
        const [earlier, later] = [one, other].sort() as [string, string];
        expect(ageOn(birth, earlier)).toBeLessThanOrEqual(ageOn(birth, later));
        const aYearLater = `${Number(earlier.slice(0, 4)) + 1}${earlier.slice(4)}`;
        expect(ageOn(birth, aYearLater)).toBe(ageOn(birth, earlier) + 1);
      }),
    );
  });
});

test.each([
  [0, 'Buenos días'],
  [11, 'Buenos días'],
  [12, 'Buenas tardes'],
  [17, 'Buenas tardes'],
  [18, 'Buenas noches'],
  [23, 'Buenas noches'],
])('at %i the greeting is %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});
