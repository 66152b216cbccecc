import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalRut, checkDigit, formatRut, hasRightCheckDigit, isRutShaped } from './rut.ts';

const KNOWN = [
  '12345678-5',
  '11111111-1',
  '44444444-4',
  '7654321-6',
  '5126663-3',
  '20000000-5',
  '1000005-K',
  '10000013-K',
  '1000013-0',
  '76086428-5',
  '1-9',
  '6-K',
];

const digits = fc.integer({ min: 1, max: 99_999_999 }).map(String);

describe('check digit', () => {
  test.each(KNOWN)('is correct for %s', (rut) => {
    expect(hasRightCheckDigit(rut)).toBe(true);
  });

  test('is incorrect for the sample RUT in the specification', () => {
    expect(hasRightCheckDigit('12.345.678-9')).toBe(false);
  });

  test('detects every single-digit typo', () => {
    fc.assert(
      fc.property(digits, fc.nat(7), fc.integer({ min: 1, max: 9 }), (number, at, step) => {
        const position = at % number.length;
        const wrong = (Number(number[position]) + step) % 10;
        const mistyped = number.slice(0, position) + wrong + number.slice(position + 1);
        expect(checkDigit(mistyped)).not.toBe(checkDigit(number));
      }),
    );
  });

  test('is incorrect for text that is not a RUT', () => {
    for (const text of ['', 'abc', '123456789012', '-']) expect(hasRightCheckDigit(text)).toBe(false);
  });
});

test.each([
  ['12.345.678-9', true],
  ['1-9', true],
  ['PAS 123.456', false],
  ['', false],
])('isRutShaped(%j) is %s', (text, shaped) => {
  expect(isRutShaped(text)).toBe(shaped);
});

describe('canonical and displayed RUT', () => {
  test.each([
    ['12.345.678-5', '12345678-5', '12.345.678-5'],
    ['123456785', '12345678-5', '12.345.678-5'],
    ['\u202a12.345.678-5\u202c', '12345678-5', '12.345.678-5'],
    [' 12 345 678 - 5 ', '12345678-5', '12.345.678-5'],
    ['1000005-k', '1000005-K', '1.000.005-K'],
    ['01.000.005-k', '1000005-K', '1.000.005-K'],
    ['1-9', '1-9', '1-9'],
    [' PASAPORTE X1 ', 'PASAPORTE X1', 'PASAPORTE X1'],
  ])('%j is stored as %s and displayed as %s', (written, canonical, shown) => {
    expect(canonicalRut(written)).toBe(canonical);
    expect(formatRut(written)).toBe(shown);
  });

  test('convert into each other, and both conversions are idempotent', () => {
    fc.assert(
      fc.property(digits, (number) => {
        const canonical = `${number}-${checkDigit(number)}`;
        expect(canonicalRut(formatRut(canonical))).toBe(canonical);
        expect(canonicalRut(canonical)).toBe(canonical);
        expect(formatRut(formatRut(canonical))).toBe(formatRut(canonical));
      }),
    );
  });
});

test.each(['\u200D', '\u200C', '\uFE0F', '\u034F', '\u180E', ',', '·'])(
  'a RUT with %j between its digits is the same RUT',
  (mark) => {
    expect(canonicalRut(`12${mark}345.678-5`)).toBe('12345678-5');
  },
);
