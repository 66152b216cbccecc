import { expect, test } from 'vitest';
import type { LastReminder } from '#contract/reminder-states';
import type { ReminderOfDay } from '#contract/reminders';
import { isReminded } from '#web/agenda/day-reminders.ts';
import { reminderText } from '#web/reminders/reminder-text.ts';

const [DAY, TODAY, ZONE] = ['2026-11-18', '2026-11-17', 'America/Santiago'];
const ROW: ReminderOfDay = {
  appointmentId: '0197a000-0000-7000-8000-0000000000c1',
  patientId: '0197a000-0000-7000-8000-000000000001',
  patientName: 'Rosa Díaz',
  time: '09:00',
  phone: '9 1234 5678',
  status: 'scheduled',
  reminders: true,
};
const SENT: LastReminder = { channel: 'whatsapp', status: 'sent', at: '2026-11-17T13:32:00.000Z' };
const withReminder = (details: Partial<LastReminder>) => ({ ...ROW, lastReminder: { ...SENT, ...details } });

test('a message that was sent or waits is a reminder, a refused one is none', () => {
  expect(isReminded(ROW, DAY, TODAY, ZONE)).toBe(false);
  expect(isReminded(withReminder({}), DAY, TODAY, ZONE)).toBe(true);
  expect(isReminded(withReminder({ channel: 'email', status: 'pending' }), DAY, TODAY, ZONE)).toBe(true);
  expect(isReminded(withReminder({ channel: 'email', status: 'failed' }), DAY, TODAY, ZONE)).toBe(false);
});

test('a message counts from three days before the appointment, by the calendar of the professional', () => {
  // 02:59 in UTC is still the evening before in Chile.
  expect(isReminded(withReminder({ at: '2026-11-15T02:59:00.000Z' }), DAY, TODAY, ZONE)).toBe(false);
  expect(isReminded(withReminder({ at: '2026-11-15T03:00:00.000Z' }), DAY, TODAY, ZONE)).toBe(true);
});

test('a message of today counts, however far the appointment is', () => {
  expect(isReminded(withReminder({}), '2026-12-30', TODAY, ZONE)).toBe(true);
  expect(isReminded(withReminder({ at: '2026-11-16T12:00:00.000Z' }), '2026-12-30', TODAY, ZONE)).toBe(false);
});

test('the last reminder is told by its channel, its state and its time', () => {
  const text = (details: Partial<LastReminder>) => reminderText({ ...SENT, ...details }, TODAY, ZONE);
  expect(text({})).toBe('WhatsApp enviado hoy a las 10:32');
  expect(text({ channel: 'email', at: '2026-11-16T11:05:00.000Z' })).toBe('Correo enviado el 16/11 a las 08:05');
  expect(text({ channel: 'email', status: 'failed' })).toBe('Correo rechazado hoy a las 10:32');
  expect(text({ channel: 'email', status: 'pending' })).toBe('Correo por salir');
});
