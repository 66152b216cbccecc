import { expect, test } from 'vitest';
import { listAddress, pageIn } from '#web/patients/patient-search.ts';

test('what is no page number is the first page', () => {
  expect([null, '', '0', '-1', '1.5', 'dos', '1e3', '9999999'].map(pageIn)).toEqual(Array(8).fill(1));
  expect(pageIn('12')).toBe(12);
});

test('the address says no more than it must', () => {
  expect(listAddress('', 1)).toEqual({});
  expect(listAddress('rosa', 1)).toEqual({ buscar: 'rosa' });
  expect(listAddress('rosa', 3)).toEqual({ buscar: 'rosa', pagina: '3' });
});
