import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAppointment, createAppointment } from '#contract/agenda';
import { addDays } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import { createAbsence, putWorkingHours } from '#contract/working-hours';
import type { OwnerSql } from '#server/platform/database/database';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { readFreeHours } from './free-hours.service.ts';

type Search = Parameters<typeof readFreeHours>[1];

let testApp: TestApp;
let ana: Person;
// Monday 16 November 2026, 10:10 in Santiago.
const NOW = new Date('2026-11-16T13:10:00Z');
beforeAll(async () => {
  testApp = await createTestApp({ now: () => NOW });
});
afterAll(() => testApp.close());

const TODAY = '2026-11-16';
const YEAR: Search = {
  timeZone: 'America/Santiago',
  now: NOW,
  notBefore: NOW,
  from: TODAY,
  to: addDays(TODAY, 365),
  duration: 60,
};
const SUNDAYS = { hours: [{ weekday: 7, from: '09:00', to: '10:00' }] };

beforeEach(async () => {
  ana = await testApp.newProfessional();
});

/** The answer, and how many statements it took. */
const read = (search: Partial<Search>) =>
  testApp.deps.tenantRead(ana.user._id, async (db) => {
    let statements = 0;
    const counting = (strings: TemplateStringsArray, ...values: unknown[]) => {
      statements++;
      return db(strings, ...values);
    };
    const days = await readFreeHours(Object.assign(counting, { owner: db.owner }) as OwnerSql, { ...YEAR, ...search });
    return { days, statements };
  });

test('a search of a year reads hours, absences and appointments once for a month and stops with its limit', async () => {
  const first = await read({ limit: 1 });
  expect(first.days.map(({ date }) => date)).toEqual([TODAY]);
  expect((await read({ limit: 31 })).days).toHaveLength(31);
  expect((await read({})).statements).toBe(12 * first.statements);
  await ana.send(createAbsence, { body: { from: TODAY, to: addDays(TODAY, 30) } });
  expect((await read({ to: TODAY })).days).toEqual([]);
  const second = await read({ limit: 1 });
  expect(second.days.map(({ date }) => date)).toEqual([addDays(TODAY, 31)]);
  expect(second.statements).toBe(2 * first.statements);
  expect((await read({ from: addDays(TODAY, -10), to: addDays(TODAY, -1) })).statements).toBe(0);
});

test('no day is left out or repeated between the parts of a search', async () => {
  await ana.send(putWorkingHours, { body: SUNDAYS });
  const { days } = await read({});
  const { days: some } = await read({ limit: 7 });
  const sundays = Array.from({ length: 52 }, (_, week) => addDays(TODAY, 6 + 7 * week));
  // 15 August, 19 September and 31 October are Sundays.
  const holidays = holidaysOf(2027);
  expect(days.map(({ date }) => date)).toEqual(sundays.filter((day) => !holidays.has(day)));
  expect(some).toEqual(days.slice(0, 7));
});

test('the rules of a caller count, in a read and in a transaction', async () => {
  await ana.send(putWorkingHours, { body: { hours: [{ weekday: 1, from: '11:00', to: '14:00' }] } });
  const { _id: patientId } = await ana.hasPatient();
  const book = async (time: string, overbooked = false) =>
    (await ana.send(createAppointment, { body: { patientId, date: TODAY, time, duration: 30, overbooked } })).body._id;
  const id = await book('12:00');
  const search = { ...YEAR, to: TODAY, duration: 30 };
  const times = async (rules: object) => {
    const find = async (db: OwnerSql) => (await readFreeHours(db, { ...search, ...rules }))[0]?.times;
    const seen = await testApp.deps.tenantRead(ana.user._id, find);
    expect(await testApp.deps.tenantTransaction(ana.user._id, find)).toEqual(seen);
    return seen;
  };
  expect(await times({})).toEqual(['11:00', '11:30', '12:30', '13:00', '13:30']);
  expect(await times({ bufferMinutes: 30, maxPerDay: 2 })).toEqual(['11:00', '13:00', '13:30']);
  expect(await times({ bufferMinutes: 60, maxPerDay: undefined })).toEqual(['13:30']);
  expect(await times({ maxPerDay: 1 })).toBeUndefined();
  expect(await times({ maxPerDay: 1, except: id })).toHaveLength(6);
  const overbooked = await book('12:00', true);
  expect(await times({ maxPerDay: 2 })).toBeUndefined();
  // A cancelled visit is none.
  await ana.send(changeAppointment, { params: { id: overbooked }, body: { status: 'cancelled' } });
  expect(await times({ maxPerDay: 2 })).toHaveLength(5);
});
