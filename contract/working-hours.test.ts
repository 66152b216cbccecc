import { describe, expect, test } from 'vitest';
import { toClock } from './days.ts';
import { nextFreeSlot } from './next-free.ts';
import { type Absence, NewAbsence, unavailability, WorkingHours } from './working-hours.ts';

const fieldsOf = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('working hours', () => {
  const monday = (from: string, to: string) => ({ weekday: 1, from, to });

  test.each([
    [[]],
    [[monday('09:00', '13:00'), monday('14:00', '18:30')]],
    [[monday('09:00', '13:00'), monday('13:00', '14:00')]],
    [[monday('00:00', '24:00')]],
    [[monday('09:00', '13:00'), { weekday: 2, from: '09:00', to: '13:00' }]],
  ])('%j are accepted', (hours) => expect(WorkingHours.parse({ hours })).toEqual({ hours }));

  test.each([
    [[monday('09:00', '13:00'), monday('12:30', '14:00')], 'hours.1.from', 'Se cruza con otro tramo del mismo día'],
    [[monday('13:00', '13:00')], 'hours.0.to', 'Debe terminar después de empezar'],
    [[monday('09:15', '13:00')], 'hours.0.from', 'Selecciona una hora'],
    [[monday('09:00', '24:30')], 'hours.0.to', 'Selecciona una hora'],
    [[{ weekday: 8, from: '09:00', to: '10:00' }], 'hours.0.weekday', 'Selecciona un día'],
    [Array.from({ length: 57 }, () => monday('00:00', '00:30')), 'hours', 'Puedes indicar hasta 56 tramos'],
  ])('%j are refused', (hours, field, message) => {
    expect(fieldsOf(WorkingHours.safeParse({ hours }))).toContainEqual([field, message]);
  });
});

describe('an absence', () => {
  const day = { from: '2026-12-01', to: '2026-12-01' };

  test.each([
    [{ from: '2026-12-02', to: '2026-12-01' }, 'to', 'Debe ser igual o posterior al primer día'],
    [{ ...day, startTime: '09:00' }, 'endTime', 'Indica las dos horas o ninguna'],
    [{ ...day, endTime: '09:00' }, 'endTime', 'Indica las dos horas o ninguna'],
    [{ ...day, startTime: '09:00', endTime: '09:00' }, 'endTime', 'Debe terminar después de empezar'],
    [{ ...day, reason: 'x'.repeat(101) }, 'reason', 'No puede superar los 100 caracteres'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from', 'Selecciona una fecha'],
  ])('%j is refused', (absence, field, message) => {
    expect(fieldsOf(NewAbsence.safeParse(absence))).toContainEqual([field, message]);
  });
});

describe('unavailability', () => {
  const hours = [
    { weekday: 1, from: '09:00', to: '13:00' },
    { weekday: 1, from: '14:00', to: '18:00' },
  ];
  const absence = (details: Partial<Absence>): Absence => ({
    _id: '0198c0de-0000-7000-8000-000000000000',
    from: '2026-11-16',
    to: '2026-11-20',
    ...details,
  });
  // 2026-11-16 is a Monday.
  const on = (date: string, absences: Absence[], ofWeek = hours) =>
    unavailability({ hours: ofWeek, absences }, date).map(
      ({ from, to, reason }) => `${toClock(from)}-${toClock(to)} ${reason}`,
    );

  test('is none without hours and absences', () => expect(on('2026-11-16', [], [])).toEqual([]));

  test('is the time outside the hours of the weekday, and all of a day without hours', () => {
    expect(on('2026-11-16', [])).toEqual([
      '00:00-09:00 Fuera de horario',
      '13:00-14:00 Fuera de horario',
      '18:00-24:00 Fuera de horario',
    ]);
    expect(on('2026-11-22', [])).toEqual(['00:00-24:00 Fuera de horario']);
  });

  test('is every whole day of an absence, the first and the last included', () => {
    const congress = [absence({ reason: 'Congreso' })];
    expect(on('2026-11-15', congress, [])).toEqual([]);
    expect(on('2026-11-16', congress)).toEqual(['00:00-24:00 Congreso']);
    expect(on('2026-11-20', congress, [])).toEqual(['00:00-24:00 Congreso']);
    expect(on('2026-11-21', congress, [])).toEqual([]);
  });

  test('is the time of an absence on each of its days, before the hours', () => {
    expect(on('2026-11-16', [absence({ startTime: '12:30', endTime: '13:30' })])).toEqual([
      '00:00-09:00 Fuera de horario',
      '12:30-13:30 Bloqueado',
      '13:30-14:00 Fuera de horario',
      '18:00-24:00 Fuera de horario',
    ]);
  });
});

test.each([
  ['30', true],
  ['150', true],
  ['45', false],
  ['', false],
  [undefined, false],
])('the duration %j of a free time: %s', (duration, isAccepted) => {
  expect(nextFreeSlot.query?.safeParse({ duration }).success).toBe(isAccepted);
});
