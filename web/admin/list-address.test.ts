import { expect, test } from 'vitest';
import { sortedBy, sortingIn, withChanges } from '#web/admin/list-address.ts';

const NEWEST_FIRST = { by: 'registrationDate', direction: 'desc' } as const;

test('an unknown order is the default order', () => {
  for (const text of [null, '', 'name', 'name-up', 'rut-asc', '-asc']) expect(sortingIn(text)).toEqual(NEWEST_FIRST);
  expect(sortingIn('name-asc')).toEqual({ by: 'name', direction: 'asc' });
});

test('the same column reverses the order, and another column starts with its default direction', () => {
  expect(sortedBy(NEWEST_FIRST, 'registrationDate')).toEqual({ by: 'registrationDate', direction: 'asc' });
  expect(sortedBy(NEWEST_FIRST, 'name')).toEqual({ by: 'name', direction: 'asc' });
  expect(sortedBy({ by: 'name', direction: 'asc' }, 'patientCount')).toEqual({ by: 'patientCount', direction: 'desc' });
});

test('the address keeps the other parameters and leaves out empty ones', () => {
  const params = new URLSearchParams('tab=webhooks&buscar=ana&pagina=3');
  expect(String(withChanges(params, { buscar: 'luz', pagina: undefined }))).toBe('tab=webhooks&buscar=luz');
  expect(String(withChanges(params, { tab: '' }))).toBe('buscar=ana&pagina=3');
  expect(String(params)).toBe('tab=webhooks&buscar=ana&pagina=3');
});
