import { expect, test } from 'vitest';
import { dayFrom } from '#web/agenda/agenda-address.ts';

const today = '2026-11-16';

test.each(['2026-09-06', '2026-04-05', '2028-02-29', '1999-12-31'])('%s is a day', (day) => {
  expect(dayFrom(day, today)).toBe(day);
});

test.each([null, '', 'mañana', '2026-02-30', '2026-9-6', '16/11/2026', '2026-11-16T00:00', '0000-01-01', '9999-12-31'])(
  '%s means today',
  (parameter) => {
    expect(dayFrom(parameter, today)).toBe(today);
  },
);
