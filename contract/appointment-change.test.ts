import { expect, test } from 'vitest';
import type { Appointment } from './agenda.ts';
import { afterChange, laterAfterChange } from './appointment-change.ts';

const FIRST: Appointment = {
  _id: '0198a3a0-0000-7000-8000-000000000001',
  patientId: '0198a3a0-0000-7000-8000-00000000000a',
  patientName: 'Rosa Díaz',
  patientRut: '12345678-5',
  date: '2026-11-18',
  time: '09:00',
  duration: 30,
  note: 'Control',
  status: 'confirmed',
  overbooked: false,
};
const LATER: Appointment = { ...FIRST, _id: '0198a3a0-0000-7000-8000-000000000002', date: '2026-11-25', note: 'Otra' };

test('a change keeps what it does not name, and a blank note clears it', () => {
  expect(afterChange(FIRST, { time: '12:00' })).toEqual({ ...FIRST, time: '12:00' });
  expect(afterChange(FIRST, { note: null }).note).toBeUndefined();
});

test('the later ones of a series move by as many days and get the same hour, without the note', () => {
  const change = { date: '2026-11-17', time: '12:00', duration: 60, note: 'Nueva', overbooked: true } as const;
  expect(laterAfterChange(LATER, change, FIRST)).toEqual({
    ...LATER,
    date: '2026-11-24',
    time: '12:00',
    duration: 60,
    overbooked: true,
  });
});

test('the later ones are cancelled too, and only a cancelled one is scheduled again', () => {
  expect(laterAfterChange(LATER, { status: 'cancelled' }, FIRST).status).toBe('cancelled');
  expect(laterAfterChange(LATER, { status: 'scheduled' }, FIRST).status).toBe('confirmed');
  expect(laterAfterChange({ ...LATER, status: 'cancelled' }, { status: 'scheduled' }, FIRST).status).toBe('scheduled');
});
