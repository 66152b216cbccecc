import { expect, test, vi } from 'vitest';
import { deadlineText, hourWithYear, zoneNote } from '#web/patient-pages/hour-texts.ts';

const HOUR = { date: '2026-06-23', time: '15:30' };

test('the hour is in words', () => {
  expect(hourWithYear({ date: '2026-11-24', time: '15:30' }, new Date('2026-11-18T12:00:00Z'))).toBe(
    'martes 24 de noviembre a las 15:30',
  );
});

test('an hour of another year has its year', () => {
  const now = new Date('2026-12-28T12:00:00Z');
  expect(hourWithYear({ date: '2027-01-05', time: '15:30' }, now)).toBe('martes 5 de enero de 2027 a las 15:30');
});

// In June, Santiago is four hours behind UTC, and Magallanes three.
test.each([
  ['America/Santiago', 'America/Santiago', ''],
  ['America/Santiago', 'America/Punta_Arenas', ' (hora de Magallanes)'],
  ['America/Punta_Arenas', 'America/Santiago', ' (hora de Chile continental)'],
  ['America/Argentina/Buenos_Aires', 'America/Punta_Arenas', ''],
  ['America/Santiago', 'America/Coyhaique', ' (hora de Aysén)'],
  ['Europe/Madrid', 'America/Santiago', ' (hora de Chile continental)'],
])('to a reader in %s an hour in %s has the note "%s"', (reader, timeZone, note) => {
  expect(zoneNote({ ...HOUR, timeZone }, reader)).toBe(note);
});

test('in summer Santiago and Punta Arenas have the same hour', () => {
  const hour = { date: '2026-12-23', time: '15:30', timeZone: 'America/Punta_Arenas' };
  expect(zoneNote(hour, 'America/Santiago')).toBe('');
});

test.each([
  ['America/Santiago', 'America/Santiago', 'jueves 19 de noviembre a las 00:10'],
  ['America/Santiago', 'Europe/Madrid', 'jueves 19 de noviembre a las 00:10 (hora de Chile continental)'],
  ['America/Punta_Arenas', 'America/Santiago', 'jueves 19 de noviembre a las 00:10 (hora de Magallanes)'],
  ['America/Coyhaique', 'America/Coyhaique', 'jueves 19 de noviembre a las 00:10 (hora de Aysén)'],
])('a deadline in %s has for a reader in %s its day, and its zone where another is possible', (zone, reader, text) => {
  const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: reader };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  expect(deadlineText(new Date('2026-11-19T03:10:00Z'), zone, new Date('2026-11-19T02:40:00Z'))).toBe(text);
  vi.restoreAllMocks();
});
