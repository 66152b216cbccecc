import { expect, test } from 'vitest';
import { createKnownAllergies } from '#web/clinical-notes/known-allergies.ts';

const AMOXICILLIN = { medicamento: 'Amoxicilina', dci: '' };
const CEFADROXIL = { medicamento: 'Cefadroxilo' };

test('a save says which allergies were known when its prescriptions were added', () => {
  const known = createKnownAllergies();
  known.remember([AMOXICILLIN], 'Penicilina');
  const saved = [{ medicamento: 'Amoxicilina' }];
  expect(known.whenAdded(undefined, saved)).toBe('Penicilina');
  expect(known.whenAdded(saved, saved)).toBeUndefined();
  known.remember([CEFADROXIL], 'Penicilina, sulfas');
  expect(known.whenAdded(saved, [...saved, CEFADROXIL])).toBe('Penicilina, sulfas');
});

test('allergies that were not known for every added prescription are not sent', () => {
  const known = createKnownAllergies();
  known.remember([AMOXICILLIN], null);
  expect(known.whenAdded([], [AMOXICILLIN])).toBe('');
  known.remember([CEFADROXIL], 'Penicilina');
  expect(known.whenAdded([], [AMOXICILLIN, CEFADROXIL])).toBeUndefined();
  expect(known.whenAdded([], [{ medicamento: 'Restored' }, CEFADROXIL])).toBeUndefined();
});
