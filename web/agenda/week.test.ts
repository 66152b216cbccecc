import { expect, test } from 'vitest';
import type { Appointment } from '#contract/agenda';
import { inOrder, placedInColumns, slotBeside } from '#web/agenda/week.ts';

const at = (time: string, duration: number, overbooked = false): Appointment => ({
  _id: `0198a3a0-0000-7000-8000-00000000${time.replace(':', '')}`,
  patientId: '0198a3a0-0000-7000-8000-000000000000',
  patientName: 'Rosa Díaz',
  patientRut: '12345678-5',
  date: '2026-11-16',
  time,
  duration,
  status: 'scheduled',
  overbooked,
});

const columns = (...appointments: Appointment[]) =>
  placedInColumns(appointments).map(({ span, column, columns: all }) => `${span.time} ${column + 1}/${all}`);

test('appointments that follow each other have the whole width', () => {
  expect(columns(at('09:00', 60), at('10:00', 30), at('12:00', 30))).toEqual(['09:00 1/1', '10:00 1/1', '12:00 1/1']);
});

test('an overbooked appointment stands to the right of the one whose time it shares', () => {
  expect(columns(at('09:00', 30, true), at('09:00', 30))).toEqual(['09:00 1/2', '09:00 2/2']);
  expect(placedInColumns([at('09:00', 30, true), at('09:00', 30)])[1]?.span.overbooked).toBe(true);
});

test('a column is used again once it is free, and all of a group have the same width', () => {
  expect(columns(at('09:00', 120), at('09:30', 30, true), at('10:00', 30, true), at('11:00', 30))).toEqual([
    '09:00 1/2',
    '09:30 2/2',
    '10:00 2/2',
    '11:00 1/1',
  ]);
});

test('appointments are ordered by day and hour, overbooked ones last', () => {
  const later = { ...at('08:00', 30), date: '2026-11-17' };
  const ordered = inOrder([later, at('09:00', 30, true), at('09:00', 30), at('08:30', 30)]);
  expect(ordered.map(({ date, time, overbooked }) => `${date.slice(8)} ${time} ${overbooked}`)).toEqual([
    '16 08:30 false',
    '16 09:00 false',
    '16 09:00 true',
    '17 08:00 false',
  ]);
});

test.each([
  ['ArrowDown', 'tue 11:00'],
  ['ArrowUp', 'tue 09:00'],
  ['ArrowRight', 'thu 10:30'],
  ['ArrowLeft', 'mon 10:00'],
  ['Home', undefined],
])('%s leads from a free slot to the nearest one in that direction', (key, reached) => {
  const free = ['mon 08:00', 'mon 10:00', 'tue 09:00', 'tue 10:00', 'tue 11:00', 'thu 08:00', 'thu 10:30'].map(slot);
  const next = slotBeside(free.map(dated), dated(slot('tue 10:00')), key);
  expect(next && `${NAMES[next.date]} ${next.time}`).toBe(reached);
});

const slot = (text: string) => ({ name: text.slice(0, 3), time: text.slice(4) });
const NAMES: Record<string, string> = { '2026-11-16': 'mon', '2026-11-17': 'tue', '2026-11-19': 'thu' };
const dated = ({ name, time }: { name: string; time: string }) => ({
  date: Object.keys(NAMES).find((date) => NAMES[date] === name) ?? '',
  time,
});
