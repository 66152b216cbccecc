import { describe, expect, test } from 'vitest';
import { holidaysOf } from './holidays.ts';

// Law 2.977: 1 January, Good Friday and the Saturday after, 21 May, 15 August, 18 and 19 September, 1 November, 8 and
// 25 December. Laws 2.200 and 18.018: 1 May. Law 21.357: the solstice. Law 18.432: 29 June. Law 20.148: 16 July.
// Law 3.810: 12 October. Law 20.299: 31 October. Law 19.668 moves 29 June and 12 October, law 20.299 moves 31 October;
// laws 20.215 and 20.983 add days in September and January. The list of 2026 is also that of the press (Pura Noticia,
// 22 December 2025). The weekday is the one that the day has in that year.
const LISTS = {
  2026: `
    01-01 jueves, 04-03 viernes, 04-04 sábado, 05-01 viernes, 05-21 jueves, 06-21 domingo, 06-29 lunes, 07-16 jueves,
    08-15 sábado, 09-18 viernes, 09-19 sábado, 10-12 lunes, 10-31 sábado, 11-01 domingo, 12-08 martes, 12-25 viernes`,
  2027: `
    01-01 viernes, 03-26 viernes, 03-27 sábado, 05-01 sábado, 05-21 viernes, 06-21 lunes, 06-28 lunes, 07-16 viernes,
    08-15 domingo, 09-17 viernes, 09-18 sábado, 09-19 domingo, 10-11 lunes, 10-31 domingo, 11-01 lunes,
    12-08 miércoles, 12-25 sábado`,
  2028: `
    01-01 sábado, 04-14 viernes, 04-15 sábado, 05-01 lunes, 05-21 domingo, 06-20 martes, 06-26 lunes, 07-16 domingo,
    08-15 martes, 09-18 lunes, 09-19 martes, 10-09 lunes, 10-27 viernes, 11-01 miércoles, 12-08 viernes, 12-25 lunes`,
  2029: `
    01-01 lunes, 03-30 viernes, 03-31 sábado, 05-01 martes, 05-21 lunes, 06-20 miércoles, 07-02 lunes, 07-16 lunes,
    08-15 miércoles, 09-17 lunes, 09-18 martes, 09-19 miércoles, 10-15 lunes, 11-01 jueves, 11-02 viernes,
    12-08 sábado, 12-25 martes`,
  2030: `
    01-01 martes, 04-19 viernes, 04-20 sábado, 05-01 miércoles, 05-21 martes, 06-21 viernes, 06-29 sábado,
    07-16 martes, 08-15 jueves, 09-18 miércoles, 09-19 jueves, 09-20 viernes, 10-12 sábado, 10-31 jueves,
    11-01 viernes, 12-08 domingo, 12-25 miércoles`,
};

const weekday = new Intl.DateTimeFormat('es-CL', { weekday: 'long', timeZone: 'UTC' });

test.each(Object.entries(LISTS))('the holidays of %s', (year, list) => {
  const days = [...holidaysOf(Number(year)).keys()];
  const written = days.map((day) => `${day.slice(5)} ${weekday.format(new Date(`${day}T00:00:00Z`))}`);
  expect(written).toEqual(list.trim().split(/,\s+/));
  expect(days.every((day) => day.startsWith(`${year}-`))).toBe(true);
});

const nameOn = (day: string) => holidaysOf(Number(day.slice(0, 4))).get(day)?.name;

test.each([
  ['2029-07-02', 'San Pedro y San Pablo'],
  ['2029-10-15', 'Encuentro de Dos Mundos'],
  ['2029-11-02', 'Día de las Iglesias Evangélicas y Protestantes'],
  ['2028-10-27', 'Día de las Iglesias Evangélicas y Protestantes'],
  ['2027-09-17', 'Feriado adicional de Fiestas Patrias'],
  ['2034-01-02', 'Feriado adicional de Año Nuevo'],
  ['2026-11-16', undefined],
])('%s is %s', (day, name) => expect(nameOn(day)).toBe(name));

test('five holidays are irrenunciable by law 19.973', () => {
  const obligatory = [...holidaysOf(2026)].filter(([, { isIrrenunciable }]) => isIrrenunciable);
  expect(obligatory.map(([day]) => day)).toEqual([
    '2026-01-01',
    '2026-05-01',
    '2026-09-18',
    '2026-09-19',
    '2026-12-25',
  ]);
});

describe('the day of the indigenous peoples', () => {
  // The instants of the solstice in the table of Wikipedia's article 'June solstice', and the day in Santiago. The days
  // of 2022 to 2025 are also those that were observed.
  test.each([
    [2022, '2022-06-21T09:14Z', '2022-06-21'],
    [2023, '2023-06-21T14:58Z', '2023-06-21'],
    [2024, '2024-06-20T20:51Z', '2024-06-20'],
    [2025, '2025-06-21T02:42Z', '2025-06-20'],
    [2026, '2026-06-21T08:25Z', '2026-06-21'],
    [2027, '2027-06-21T14:11Z', '2027-06-21'],
    [2028, '2028-06-20T20:02Z', '2028-06-20'],
    [2029, '2029-06-21T01:48Z', '2029-06-20'],
  ])('in %i is the day of the solstice, %s', (year, instant, day) => {
    const inSantiago = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(new Date(instant));
    expect(inSantiago).toBe(day);
    expect(nameOn(day)).toBe('Día Nacional de los Pueblos Indígenas');
    const days = [...holidaysOf(year).values()].filter(({ name }) => name === 'Día Nacional de los Pueblos Indígenas');
    expect(days).toHaveLength(1);
  });
});
