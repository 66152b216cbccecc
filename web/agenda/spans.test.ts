import { expect, test } from 'vitest';
import type { Appointment } from '#contract/agenda';
import { containsTime, overlappingAppointment, slotsTaken } from '#web/agenda/spans.ts';

const from = (time: string, duration: number): Appointment => ({
  _id: `0198a3a0-0000-7000-8000-0000000000${time.slice(0, 2)}`,
  patientId: '0198a3a0-0000-7000-8000-000000000000',
  patientName: 'Rosa Díaz',
  patientRut: '12345678-5',
  date: '2026-11-16',
  time,
  duration,
});

test('a free slot stands for itself, an appointment for the slots it takes', () => {
  expect(slotsTaken({ time: '08:00' })).toBe(1);
  expect(slotsTaken({ time: '08:00', appointment: from('08:00', 150) })).toBe(5);
});

test.each([
  ['09:29', false],
  ['09:30', true],
  ['09:59', true],
  ['10:00', false],
])('the free slot of 09:30 is the present one at %s: %s', (clock, present) => {
  expect(containsTime({ time: '09:30' }, clock)).toBe(present);
});

test('an appointment is present until it ends, also up to midnight', () => {
  expect(containsTime({ time: '09:30', appointment: from('09:30', 90) }, '10:59')).toBe(true);
  expect(containsTime({ time: '09:30', appointment: from('09:30', 90) }, '11:00')).toBe(false);
  expect(containsTime({ time: '21:30', appointment: from('21:30', 150) }, '23:59')).toBe(true);
});

test.each([
  ['ends when it begins', { time: '08:30', duration: 30 }, false],
  ['begins when it ends', { time: '10:00', duration: 30 }, false],
  ['reaches into it', { time: '08:00', duration: 90 }, true],
  ['lies within it', { time: '09:30', duration: 30 }, true],
  ['lies around it', { time: '08:00', duration: 150 }, true],
])('what %s', (_, span, clashes) => {
  const taken = from('09:00', 60);
  expect(overlappingAppointment([from('15:00', 60), taken], span)).toBe(clashes ? taken : undefined);
});
