import { expect, test, vi } from 'vitest';
import { nullableText, optionalLine, optionalText, requiredLine, requiredText } from './text.ts';

test('more than thirty combining marks on a letter are refused before normalization', () => {
  const stacked = `a${'\u0316\u0301'.repeat(16)}`;
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const read = optionalText(50_000).safeParse(stacked);
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['Contiene caracteres no permitidos']);
  expect(normalize.mock.contexts.map(String)).not.toContain(stacked);
  normalize.mockRestore();
  expect(optionalText(50_000).parse(`a${'\u0316\u0301'.repeat(15)}`)).toHaveLength(30);
});

test('invisible characters are removed, so texts that look the same compare equal', () => {
  expect(optionalText(100).parse('in\u200Bsu\u00ADlina\u2028\uFEFF 5 UI')).toBe('insulina\n 5 UI');
  expect(optionalText(100).parse('👩🏽‍⚕️ می‌خواهم')).toBe('👩🏽‍⚕️ می‌خواهم');
  expect(requiredText('Falta', 100).safeParse('\u3164\u200F').error?.issues[0]?.message).toBe('Falta');
});

test.each([
  ['\u202a+56 9 1234\u202c', '+56 9 1234', '+56 9 1234'],
  ['a\u202d\u202eb\u2066\u2067\u2068\u2069c', 'abc', 'abc'],
  ['a\u000bb\u000cc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf', 'a b c d e f'],
  ['a\r\nb\rc\r\n\r\nd', 'a\nb\nc\n\nd', 'a b c d'],
  ['a\tb\t\nc', 'a\tb\t\nc', 'a b c'],
  ['a\u0001\u001b\u007f\u0080\u009fb', 'ab', 'ab'],
  ['\n a  b \u000b', 'a  b', 'a  b'],
])('%j is cleaned to %j as text and to %j as a line', (pasted, text, line) => {
  expect([requiredText('Falta', 100), optionalText(100), nullableText(100)].map((one) => one.parse(pasted))).toEqual(
    Array(3).fill(text),
  );
  expect([requiredLine('Falta', 100), optionalLine(100)].map((one) => one.parse(pasted))).toEqual([line, line]);
});

test.each(['a\0b', '\ud800', 'a\ude00\ud83d', '\ud83d\u202a\ude00', '\ud83d\u200b\ude00'])('%j is refused', (text) => {
  for (const schema of [requiredText('Falta', 100), requiredLine('Falta', 100), optionalText(100), optionalLine(100)]) {
    expect(schema.safeParse(text).error?.issues[0]?.message).toBe('Contiene caracteres no permitidos');
  }
});

test('combining marks are counted after bidirectional controls are removed', () => {
  const stacked = `a${'\u0316\u0301'.repeat(10)}\u202a${'\u0316\u0301'.repeat(10)}`;
  expect(optionalText(100).safeParse(stacked).success).toBe(false);
});

test('text of only control characters is blank', () => {
  expect(requiredLine('Falta', 100).safeParse('\u202a\u0007\u202c').error?.issues[0]?.message).toBe('Falta');
  expect(optionalLine(100).parse('\u202a\u000b')).toBeUndefined();
  expect(nullableText(100).parse('\u202a\u000b')).toBeNull();
});
