import { expect, test } from 'vitest';
import { CODE_LENGTH, canonicalCode, readableCode } from './documents.ts';

const CODE = '0123456789ABCDEFGHJKMNPQRSTV';

test('a code is parsed in any copied spelling', () => {
  expect(CODE).toHaveLength(CODE_LENGTH);
  expect(readableCode(CODE)).toBe('0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV');
  expect(canonicalCode(readableCode(CODE))).toBe(CODE);
  expect(canonicalCode(` ${readableCode(CODE).toLowerCase()} `)).toBe(CODE);
  expect(canonicalCode(`\u202a${readableCode(CODE)}\u202c`)).toBe(CODE);
  expect(canonicalCode(CODE.replace('0', 'o').replace('1', 'l'))).toBe(CODE);
});

test.each(['', '0123', `${CODE}0`, `${CODE.slice(1)}U`, `${CODE.slice(1)}ñ`, 'A'.repeat(10_000)])(
  'an invalid code is parsed as undefined: %#',
  (text) => {
    expect(canonicalCode(text)).toBeUndefined();
  },
);
