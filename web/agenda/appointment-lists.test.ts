import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Appointment } from '#contract/agenda';
import { afterChange } from '#contract/appointment-change';
import { concernsSeries, LISTS, reversed, showAppointments, withAppointment } from '#web/agenda/appointment-lists.ts';

const TODAY = '2026-11-16';
const APPOINTMENT: Appointment = {
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
const OTHER: Appointment = { ...APPOINTMENT, _id: '0198a3a0-0000-7000-8000-000000000002', time: '10:00' };
const WEEK = { from: '2026-11-16', to: '2026-11-22' };

test('a moved appointment leaves the list of its old day and enters that of its new one, in order', () => {
  const moved = { ...APPOINTMENT, date: '2026-11-19', time: '11:00' };
  expect(withAppointment([APPOINTMENT, OTHER], { date: APPOINTMENT.date }, moved)).toEqual([OTHER]);
  expect(withAppointment([], { date: moved.date }, moved)).toEqual([moved]);
  expect(withAppointment([APPOINTMENT, OTHER], WEEK, moved)).toEqual([OTHER, moved]);
  expect(withAppointment([APPOINTMENT], WEEK, { ...APPOINTMENT, date: '2026-11-23' })).toEqual([]);
});

test('a cancelled appointment leaves the days and stays in the list of its patient', () => {
  const cancelled: Appointment = { ...APPOINTMENT, status: 'cancelled' };
  expect(withAppointment([APPOINTMENT, OTHER], WEEK, cancelled)).toEqual([OTHER]);
  expect(withAppointment([APPOINTMENT], { patientId: APPOINTMENT.patientId }, cancelled)).toEqual([cancelled]);
  expect(withAppointment([OTHER], { patientId: TODAY }, cancelled)).toEqual([OTHER]);
  const ofDay = { date: APPOINTMENT.date, status: 'cancelled' } as const;
  expect(withAppointment([], ofDay, cancelled)).toEqual([cancelled]);
  expect(withAppointment([cancelled], ofDay, APPOINTMENT)).toEqual([]);
});

test('an appointment appears in the lists of its professional alone', () => {
  const cache = new QueryClient();
  const listKey = (professional: string) => [...LISTS.queryKey, { query: { date: APPOINTMENT.date }, professional }];
  for (const professional of ['ana', 'luis']) cache.setQueryData(listKey(professional), [OTHER]);
  showAppointments(cache, [APPOINTMENT], 'ana');
  expect(cache.getQueryData(listKey('ana'))).toEqual([APPOINTMENT, OTHER]);
  expect(cache.getQueryData(listKey('luis'))).toEqual([OTHER]);
});

test('the reverse of a change restores every field that it names', () => {
  const change = { date: '2026-11-20', time: '12:00', duration: 60, note: 'Otra', overbooked: true } as const;
  const undo = reversed(APPOINTMENT, change, TODAY);
  expect(undo && afterChange(afterChange(APPOINTMENT, change), undo)).toEqual(APPOINTMENT);
  expect(reversed(APPOINTMENT, { status: 'cancelled' }, TODAY)).toEqual({ status: 'confirmed' });
  const untold = { status: 'cancelled', notifyPatient: false } as const;
  expect(reversed(APPOINTMENT, untold, TODAY)).toEqual({ status: 'confirmed', notifyPatient: false });
});

test('a day in the past cannot be restored, what stays on it can', () => {
  expect(reversed(APPOINTMENT, { date: '2026-11-20' }, '2026-11-19')).toBeUndefined();
  expect(reversed(APPOINTMENT, { status: 'attended' }, '2026-11-19')).toEqual({ status: 'confirmed' });
});

test('a duration that the server no longer accepts cannot be restored', () => {
  expect(reversed({ ...APPOINTMENT, duration: 45 }, { duration: 60 }, TODAY)).toBeUndefined();
  expect(reversed({ ...APPOINTMENT, duration: 45 }, { time: '12:00' }, TODAY)).toEqual({ time: '09:00' });
});

test('moving and cancelling concern a series; other statuses, a note and an overbooking do not', () => {
  const ofSeries = { ...APPOINTMENT, seriesId: '0198a3a0-0000-7000-8000-0000000000ff' };
  expect(concernsSeries(ofSeries, { time: '12:00' })).toBe(true);
  expect(concernsSeries(ofSeries, { status: 'cancelled' })).toBe(true);
  expect(concernsSeries(ofSeries, { status: 'arrived' })).toBe(false);
  expect(concernsSeries(ofSeries, { note: 'Otra' })).toBe(false);
  expect(concernsSeries(ofSeries, { time: '12:00', overbooked: true })).toBe(false);
  expect(concernsSeries(APPOINTMENT, { time: '12:00' })).toBe(false);
});
