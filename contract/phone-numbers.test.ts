import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { internationalDigits } from './phone-numbers.ts';

describe('a Chilean number', () => {
  test.each([
    '9 1234 5678',
    '912345678',
    '9-1234-5678',
    '9.1234.5678',
    ' 9 1234 5678 ',
    '9\u00a01234\u00a05678',
    '9 1234‐5678',
    '(9) 1234 5678',
    '09 1234 5678',
    '09-12345678',
    '+56 9 1234 5678',
    '+56912345678',
    '+56-9-1234-5678',
    '+56 (9) 1234 5678',
    '+56 (0)9 1234 5678',
    '+56 09 1234 5678',
    '(+56) 9 1234 5678',
    '(56) 9 1234 5678',
    '56912345678',
    '56 9 1234 5678',
    '0056 9 1234 5678',
    '00 56 912345678',
  ])('of a mobile telephone is understood as %s', (written) => {
    expect(internationalDigits(written)).toBe('56912345678');
  });

  test.each([
    ['(61) 2 234567', '56612234567'],
    ['61 2234567', '56612234567'],
    ['061 2234567', '56612234567'],
    ['+56 61 2 234567', '56612234567'],
    ['2 2345 6789', '56223456789'],
    ['(2) 2345 6789', '56223456789'],
    ['02 2345 6789', '56223456789'],
    ['56 2 2345 6789', '56223456789'],
    ['+56 2 2345 6789', '56223456789'],
    ['63 2 212345', '56632212345'],
    ['41-2123456', '56412123456'],
    ['75 2 312345', '56752312345'],
  ])('with an area code is understood: %s', (written, digits) => {
    expect(internationalDigits(written)).toBe(digits);
  });

  test('may have any separators between its digits', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', '  ');
    fc.assert(
      fc.property(fc.array(separator, { minLength: 8, maxLength: 8 }), (separators) => {
        const written = [...'912345678'].map((digit, at) => digit + (separators[at] ?? '')).join('');
        expect(internationalDigits(written)).toBe('56912345678');
      }),
    );
  });
});

describe('a foreign number', () => {
  test.each([
    ['+54 9 11 1234 5678', '5491112345678'],
    ['0054 9 11 1234 5678', '5491112345678'],
    ['+1 (305) 555-0123', '13055550123'],
    ['(+51) 987 654 321', '51987654321'],
    ['+49 (0)30 123456', '4930123456'],
    ['+44 (0) 20 7946 0958', '442079460958'],
    ['+34 612 34 56 78', '34612345678'],
    ['+683 4000', '6834000'],
    ['+123456789012345', '123456789012345'],
  ])('is understood with + or 00: %s', (written, digits) => {
    expect(internationalDigits(written)).toBe(digits);
  });

  test.each(['54 9 11 1234 5678', '1 305 555 0123', '34 612 34 56 78'])(
    'without + or 00 cannot be told from a mistyped one: %s',
    (written) => {
      expect(internationalDigits(written)).toBeUndefined();
    },
  );
});

describe('no number', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['a word', 'no tiene'],
    ['a name beside the digits', '9 1234 5678 (mamá)'],
    ['a label before the digits', 'Cel: 9 1234 5678'],
    ['an extension', '2 2345 6789 anexo 12'],
    ['seven digits, a landline without its area', '2234567'],
    ['eight digits, an old mobile number', '1234 5678'],
    ['eight digits, an old number of Santiago', '8 765 4321'],
    ['ten digits', '9 1234 56789'],
    ['a mobile number of eight digits with the country', '+56 9 1234 567'],
    ['a mobile number of ten digits with the country', '+56 9 1234 56789'],
    ['a number that begins with 1', '1 2345 6789'],
    ['a free number, which no person has', '800 123 456'],
    ['the country with too few digits', '56 912 3456'],
    ['an area that does not exist', '66 2 234567'],
    ['zeros alone', '000000000'],
    ['a foreign number that is too short', '+12 345'],
    ['a foreign number that is too long', '+1234567890123456'],
    ['a foreign number that begins with zero', '+0 1234 56789'],
    ['a plus sign alone', '+'],
    ['two plus signs', '++56 9 1234 5678'],
    ['a plus sign in the middle', '9 1234 +5678'],
    ['a RUT', '12.345.678-K'],
  ])('%s', (_, written) => {
    expect(internationalDigits(written)).toBeUndefined();
  });

  test.each([
    '9 1234 5678 / 9 8765 4321',
    '9 1234 5678 9 8765 4321',
    '9 1234 5678 - 9 8765 4321',
    '9 1234 5678, 9 8765 4321',
    '9 1234 5678 y 9 8765 4321',
    '9 1234 5678; 61 2234567',
    '+56 9 1234 5678 / +56 9 8765 4321',
    '+56 9 1234 5678 9 8765 4321',
    '+54 11 1234 / 5678',
    '2 2345 / 6789',
  ])('two in one field, of which neither is chosen: %s', (written) => {
    expect(internationalDigits(written)).toBeUndefined();
  });

  test('whatever is written, the result has the digits that wa.me takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+() -./'), maxLength: 24 }), (written) => {
        const digits = internationalDigits(written);
        if (digits !== undefined) expect(digits).toMatch(/^[1-9]\d{6,14}$/);
      }),
    );
  });
});
