import { expect, test } from 'vitest';
import { appointmentCount } from '#web/agenda/day-header.tsx';

test.each([
  [0, 'Sin citas'],
  [1, '1 cita'],
  [28, '28 citas'],
])('%i appointments', (count, text) => {
  expect(appointmentCount(count)).toBe(text);
});
