import { expect, test } from 'vitest';
import type { Appointment } from '#contract/agenda';
import { containsTime, overlappingAppointment, rowsOfDay } from '#web/agenda/spans.ts';

const from = (time: string, duration: number): Appointment => ({
  _id: `0198a3a0-0000-7000-8000-0000000000${time.slice(0, 2)}`,
  patientId: '0198a3a0-0000-7000-8000-000000000000',
  patientName: 'Rosa Díaz',
  patientRut: '12345678-5',
  date: '2026-11-16',
  time,
  duration,
  status: 'scheduled',
  overbooked: false,
});

const rowAt = (time: string, ...appointments: Appointment[]) =>
  rowsOfDay(appointments).find((row) => row.time === time);

test('a free slot takes one slot, an appointment as many as its duration', () => {
  expect(rowAt('08:00')?.slots).toBe(1);
  expect(rowAt('08:00', from('08:00', 150))?.slots).toBe(5);
  expect(rowAt('21:30', from('21:30', 150))?.slots).toBe(5);
});

test('an overbooked appointment at the same hour is in the same row, after the other one', () => {
  const [taken, overbooked] = [from('09:00', 30), { ...from('09:00', 60), overbooked: true }];
  const row = rowAt('09:00', overbooked, taken);
  expect(row?.appointments).toEqual([taken, overbooked]);
  expect(row?.slots).toBe(2);
  expect(rowsOfDay([overbooked, taken])).toHaveLength(27);
});

test('an overbooked appointment within a longer one has a row of its own, with the other one beside it', () => {
  const [taken, overbooked] = [from('09:00', 90), { ...from('09:30', 30), overbooked: true }];
  expect(rowAt('09:00', taken, overbooked)?.slots).toBe(1);
  expect(rowAt('09:30', taken, overbooked)?.running).toEqual([taken]);
  expect(rowAt('10:00', taken, overbooked)).toBeUndefined();
  expect(rowAt('10:30', taken, overbooked)?.running).toEqual([]);
});

test('an overbooked appointment leaves its time to others', () => {
  expect(overlappingAppointment([{ ...from('09:00', 60), overbooked: true }], from('09:30', 30))).toBeUndefined();
});

test.each([
  ['09:29', false],
  ['09:30', true],
  ['09:59', true],
  ['10:00', false],
])('the free slot of 09:30 contains %s: %s', (clock, contains) => {
  expect(containsTime({ time: '09:30', appointment: undefined }, clock)).toBe(contains);
});

test('an appointment contains the time until it ends, also up to midnight', () => {
  expect(containsTime({ time: '09:30', appointment: from('09:30', 90) }, '10:59')).toBe(true);
  expect(containsTime({ time: '09:30', appointment: from('09:30', 90) }, '11:00')).toBe(false);
  expect(containsTime({ time: '21:30', appointment: from('21:30', 150) }, '23:59')).toBe(true);
});

test.each([
  ['ends when the other begins', { time: '08:30', duration: 30 }, false],
  ['begins when the other ends', { time: '10:00', duration: 30 }, false],
  ['ends within the other', { time: '08:00', duration: 90 }, true],
  ['lies within the other', { time: '09:30', duration: 30 }, true],
  ['contains the other', { time: '08:00', duration: 150 }, true],
])('overlap of an appointment that %s', (_, span, overlaps) => {
  const taken = from('09:00', 60);
  expect(overlappingAppointment([from('15:00', 60), taken], span)).toBe(overlaps ? taken : undefined);
});
