import { expect, test } from 'vitest';
import { listAddress } from '#web/patients/patient-search.ts';

test('empty values are left out of the address', () => {
  expect(listAddress('', 1)).toEqual({});
  expect(listAddress('rosa', 1)).toEqual({ buscar: 'rosa' });
  expect(listAddress('rosa', 3)).toEqual({ buscar: 'rosa', pagina: '3' });
});
