import { expect, test, vi } from 'vitest';
import { dialAddress, stateText } from '#web/appointment-links/visit-texts.ts';

const VISIT = {
  date: '2026-06-23',
  time: '15:30',
  duration: 30,
  timeZone: 'America/Punta_Arenas',
  professional: 'Ana',
  status: 'scheduled',
  canConfirm: false,
  isBookingToConfirm: false,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  isOver: false,
} as const;

// The visit lasts from 18:30 to 19:00 UTC.
test.each([
  ['2026-06-23T18:30:00Z', 'Esta hora ya comenzó.'],
  ['2026-06-23T18:59:59Z', 'Esta hora ya comenzó.'],
  ['2026-06-23T19:00:00Z', 'Esta hora ya pasó.'],
])('at %s a visit that has begun has the text "%s"', (now, text) => {
  expect(stateText({ ...VISIT, isOver: true, status: 'confirmed' }, new Date(now))).toBe(text);
});

// 14:00 UTC is 11:00 in Punta Arenas, and 10:00 in Santiago.
test.each([
  ['2026-06-20T14:00:00Z', 'sábado 20 de junio a las 11:00 (hora de Magallanes)'],
  ['2026-06-19T14:00:00Z', 'sábado 20 de junio a las 11:00 (hora de Magallanes)'],
])('at %s a booking to confirm has the deadline "%s"', (now, deadline) => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  const booking = { ...VISIT, isBookingToConfirm: true, expiresAt: '2026-06-20T14:00:00.000Z' };
  expect(stateText(booking, new Date(now))).toBe(
    `Confirma antes del ${deadline}: hasta entonces guardamos la hora para ti.`,
  );
  vi.restoreAllMocks();
});

test.each([
  ['9 1234 5678', 'tel:+56912345678'],
  ['(61) 2 234567', 'tel:+56612234567'],
  ['+54 11 4321 5678', 'tel:+541143215678'],
  ['600 360 7777 anexo 12', 'tel:600360777712'],
])('%s is dialled as %s', (phone, address) => {
  expect(dialAddress(phone)).toBe(address);
});
