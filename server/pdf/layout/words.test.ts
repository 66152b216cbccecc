import { expect, test, vi } from 'vitest';
import { FACES } from './fonts.ts';
import { wordOf } from './words.ts';

/** The characters in visual order. */
const shown = (text: string) =>
  wordOf(text, 'regular')
    .runs.flatMap(({ glyphs }) => glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)))
    .join('');

const reversed = (text: string) => [...text].reverse().join('');

test.each([
  ['Arabic', '٥٠٣'],
  ['Persian', '۵۰۳'],
  ['with a decimal mark', '٢٫٥'],
  ['with a point', '٢.٥'],
  ['with a fixed space', '١٠٠\u00A0٠٠٣'],
  ['a date', '٢٠٢٦/١١/١٥'],
  ['European', '503,5'],
])('a number (%s) is written from left to right', (_, number) => {
  expect(shown(number)).toBe(number);
});

test('a number inside a right-to-left word keeps its order and is placed on the correct side', () => {
  expect(shown('ملغ')).toBe(reversed('ملغ'));
  expect(shown('جرعة٥٠٣')).toBe(`٥٠٣${reversed('جرعة')}`);
  expect(shown('٥٠٣ملغ')).toBe(`${reversed('ملغ')}٥٠٣`);
  expect(shown('ם503½☐')).toBe('503½☐ם');
});

test('characters that no font has are cheap to shape and evict no word from the cache', () => {
  const common = wordOf('comprimido', 'regular');
  const spies = FACES.regular.map(({ font }) => vi.spyOn(font, 'layout'));
  const alphabet = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  for (const letter of alphabet) wordOf(`a${letter}`, 'regular');
  const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  vi.restoreAllMocks();
  expect(calls).toBeLessThan(300);
  expect(shown('漢\u{20000}')).toBe('[U+6F22][U+20000]');
  expect(wordOf('comprimido', 'regular')).toBe(common);
});
