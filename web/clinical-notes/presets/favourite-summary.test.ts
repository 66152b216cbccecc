import { expect, test } from 'vitest';
import { favouriteSummary } from './favourite-summary.ts';

const summary = (medicamento: string, rest = {}) =>
  favouriteSummary({ _id: '0197a000-0000-7000-8000-0000000000aa', name: 'Otitis', medicamento, ...rest });

test('the summary of a favourite says early that it is permanent', () => {
  expect(summary('Cozaar', { dosis: '1 comprimido', dci: 'losartán', permanente: true })).toBe(
    'Cozaar · Receta permanente · 1 comprimido · losartán',
  );
});

test('the substance is not repeated when the medicine begins with it', () => {
  expect(summary('Losartán', { dci: 'losartan', via: 'Oral' })).toBe('Losartán · Oral');
  expect(summary('LOSARTÁN 50 mg', { dci: 'losartán' })).toBe('LOSARTÁN 50 mg');
  expect(summary('Losartán/HCT', { dci: 'losartán' })).toBe('Losartán/HCT · losartán');
  expect(summary('Amoxicilina')).toBe('Amoxicilina');
});
