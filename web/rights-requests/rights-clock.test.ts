import { expect, test } from 'vitest';
import { clockText, clockTone } from '#web/rights-requests/rights-clock.ts';

const ACCESS = { kind: 'access', dueOn: '2026-12-19', warnOn: '2026-12-14' } as const;
/** Received on a Thursday: the last day is the Monday after. */
const BLOCKING = { kind: 'blocking', dueOn: '2026-11-23', warnOn: '2026-11-20' } as const;

test.each([
  [ACCESS, '2026-12-11', 'green', 'Quedan 8 días'],
  [ACCESS, '2026-12-12', 'orange', 'Quedan 7 días'],
  [ACCESS, '2026-12-16', 'orange', 'Quedan 3 días'],
  [ACCESS, '2026-12-17', 'red', 'Quedan 2 días'],
  [ACCESS, '2026-12-18', 'red', 'Vence mañana'],
  [ACCESS, '2026-12-19', 'red', 'Vence hoy'],
  [ACCESS, '2026-12-20', 'red', 'Venció ayer'],
  [ACCESS, '2026-12-22', 'red', 'Venció hace 3 días'],
  [BLOCKING, '2026-11-19', 'green', 'Quedan 4 días'],
  [BLOCKING, '2026-11-20', 'orange', 'Quedan 3 días'],
  [BLOCKING, '2026-11-22', 'orange', 'Vence mañana'],
  [BLOCKING, '2026-11-23', 'red', 'Vence hoy'],
])('%j on %s is %s: %s', (clock, today, tone, text) => {
  expect(clockTone(clock, today)).toBe(tone);
  expect(clockText(clock, today)).toBe(text);
});
