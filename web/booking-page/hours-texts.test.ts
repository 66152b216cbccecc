import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noHoursText } from '#web/booking-page/hours-texts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const TODAY = '2026-11-18';

test('the next hour is named by its day', () => {
  const next = { date: '2026-12-09', time: '10:00' };
  expect(noHoursText(next, { today: TODAY, windowDays: 30 })).toBe(
    'Sin horas en los próximos 20 días. La próxima es el miércoles 9 de diciembre.',
  );
});

test('the next hour is named also when it cannot be booked yet', () => {
  const next = { date: '2027-01-05', time: '10:00', bookableFrom: '2026-12-06' };
  expect(noHoursText(next, { today: TODAY, windowDays: 30 })).toBe(
    'Sin horas en los próximos 30 días. La próxima es el martes 5 de enero de 2027 a las 10:00. Se podrá reservar desde el domingo 6 de diciembre.',
  );
});

test('without any hour it says for how long', () => {
  expect(noHoursText(null, { today: TODAY, windowDays: 30 })).toBe('Sin horas en los próximos 30 días.');
  expect(noHoursText(null, { today: TODAY, windowDays: 1 })).toBe('Sin horas en el próximo día.');
});
