import { expect, test } from 'vitest';
import { listAddress } from '#web/patients/patient-search.ts';

test('the address says no more than it must', () => {
  expect(listAddress('', 1)).toEqual({});
  expect(listAddress('rosa', 1)).toEqual({ buscar: 'rosa' });
  expect(listAddress('rosa', 3)).toEqual({ buscar: 'rosa', pagina: '3' });
});
