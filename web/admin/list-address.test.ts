import { expect, test } from 'vitest';
import { sortedBy, sortingIn, withChanges } from '#web/admin/list-address.ts';

const NEWEST_FIRST = { by: 'registrationDate', direction: 'desc' } as const;

test('an order that is none is the usual one', () => {
  for (const text of [null, '', 'name', 'name-up', 'rut-asc', '-asc']) expect(sortingIn(text)).toEqual(NEWEST_FIRST);
  expect(sortingIn('name-asc')).toEqual({ by: 'name', direction: 'asc' });
});

test('a column pressed again turns round; another begins with what is asked for', () => {
  expect(sortedBy(NEWEST_FIRST, 'registrationDate')).toEqual({ by: 'registrationDate', direction: 'asc' });
  expect(sortedBy(NEWEST_FIRST, 'name')).toEqual({ by: 'name', direction: 'asc' });
  expect(sortedBy({ by: 'name', direction: 'asc' }, 'patientCount')).toEqual({ by: 'patientCount', direction: 'desc' });
});

test('the address keeps what is not changed and says no more than it must', () => {
  const params = new URLSearchParams('tab=webhooks&buscar=ana&pagina=3');
  expect(String(withChanges(params, { buscar: 'luz', pagina: undefined }))).toBe('tab=webhooks&buscar=luz');
  expect(String(withChanges(params, { tab: '' }))).toBe('buscar=ana&pagina=3');
  expect(String(params)).toBe('tab=webhooks&buscar=ana&pagina=3');
});
