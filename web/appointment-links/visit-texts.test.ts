import { expect, test } from 'vitest';
import { dialAddress, hourWithYear, stateText, zoneNote } from '#web/appointment-links/visit-texts.ts';

const VISIT = { date: '2026-06-23', time: '15:30' };

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
  expect(zoneNote({ ...VISIT, timeZone }, reader)).toBe(note);
});

test('in summer Santiago and Punta Arenas have the same hour', () => {
  const visit = { date: '2026-12-23', time: '15:30', timeZone: 'America/Punta_Arenas' };
  expect(zoneNote(visit, 'America/Santiago')).toBe('');
});

// The visit lasts from 18:30 to 19:00 UTC.
test.each([
  ['2026-06-23T18:30:00Z', 'Esta hora ya comenzó.'],
  ['2026-06-23T18:59:59Z', 'Esta hora ya comenzó.'],
  ['2026-06-23T19:00:00Z', 'Esta hora ya pasó.'],
])('at %s a visit that has begun has the text "%s"', (now, text) => {
  const visit = { ...VISIT, duration: 30, timeZone: 'America/Punta_Arenas', professional: 'Ana', isOver: true };
  expect(stateText({ ...visit, status: 'confirmed' }, new Date(now))).toBe(text);
});

test.each([
  ['9 1234 5678', 'tel:+56912345678'],
  ['(61) 2 234567', 'tel:+56612234567'],
  ['+54 11 4321 5678', 'tel:+541143215678'],
  ['600 360 7777 anexo 12', 'tel:600360777712'],
])('%s is dialled as %s', (phone, address) => {
  expect(dialAddress(phone)).toBe(address);
});
