import { expect, test } from 'vitest';
import type { Appointment, AppointmentStatus } from '#contract/agenda';
import { dayPlan } from '#web/agenda/day-plan.ts';

const at = (time: string, status: AppointmentStatus = 'scheduled', duration = 30): Appointment => ({
  _id: time,
  patientId: '',
  patientName: '',
  patientRut: '',
  date: '2026-11-16',
  time,
  duration,
  status,
  overbooked: false,
});
const planAt = (clock: string, ...appointments: Appointment[]) => {
  const { upcoming, others } = dayPlan(appointments, clock);
  return [upcoming.map(({ time }) => time), others.map(({ time }) => time)];
};

test.each<[string, string, Appointment[], [upcoming: string[], others: string[]]]>([
  ['the first appointment that has not ended is next', '09:29', [at('09:00'), at('10:00')], [['09:00', '10:00'], []]],
  [
    'an appointment that has ended is past',
    '09:30',
    [at('09:00'), at('10:00'), at('11:00')],
    [['10:00', '11:00'], ['09:00']],
  ],
  [
    'an appointment that ends at midnight is not past before',
    '23:50',
    [at('21:30', 'scheduled', 150)],
    [['21:30'], []],
  ],
  [
    'a patient who waits comes first, however late',
    '10:20',
    [at('09:00', 'arrived'), at('10:00')],
    [['09:00', '10:00'], []],
  ],
  [
    'what was attended or missed is not to come',
    '08:00',
    [at('09:00', 'attended'), at('10:00', 'no-show'), at('11:00', 'confirmed')],
    [['11:00'], ['09:00', '10:00']],
  ],
  ['a day may be over', '20:00', [at('09:00'), at('10:00')], [[], ['09:00', '10:00']]],
])('%s', (_, clock, appointments, expected) => {
  expect(planAt(clock, ...appointments)).toEqual(expected);
});
