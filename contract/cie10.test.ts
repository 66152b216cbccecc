import { expect, test } from 'vitest';
import { canonicalCie10, codedDiagnosis, readCodedDiagnosis } from './cie10.ts';

test.each([
  ['A00', 'A00'],
  ['a000', 'A00.0'],
  ['E110', 'E11.0'],
  ['E11.0', 'E11.0'],
  ['e 11 0', 'E11.0'],
  ['I10-0', 'I10.0'],
  ['I10X', 'I10'],
  ['I10.X', 'I10'],
  ['A170†', 'A17.0'],
  ['G01*', 'G01'],
  ['S06.-', 'S06'],
  ['E1l.0', undefined],
  ['M8000/3', undefined],
  ['Capítulo I', undefined],
  ['A00-B99', undefined],
  ['', undefined],
])('%s is parsed as the code %s', (written, code) => {
  expect(canonicalCie10(written)).toBe(code);
});

test('a formatted diagnosis is parsed back, and free text is not parsed as one', () => {
  const code = { code: 'E11.9', description: 'Diabetes mellitus - sin mención de complicación' };
  expect(readCodedDiagnosis(codedDiagnosis(code))).toEqual({ code: 'E11.9', display: code.description });
  expect(readCodedDiagnosis('Lumbago')).toBeUndefined();
  expect(readCodedDiagnosis('Dolor - agudo')).toBeUndefined();
  expect(readCodedDiagnosis('E11.9 -')).toBeUndefined();
});
