import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#contract/fold';
import { excerptOf, wordMatcher } from './match-words.ts';

const found = (search: string, text: string) =>
  wordMatcher(search)
    ?.matchesIn(text)
    .map(({ start, end }) => text.slice(start, end));

test.each([
  ['cefalea', 'Refiere CEFALEA y cefaleas', ['CEFALEA', 'cefalea']],
  ['nunez', 'Dr. Núñez', ['Núñez']],
  ['ÑANDÚ', 'un nandu', ['nandu']],
  ['dolor toracico', 'Dolor torácico', ['Dolor', 'torácico']],
  ['dolor dolores', 'Dolores', ['Dolores']],
  ['nunez', 'Nu\u0301n\u0303ez', ['Nu\u0301n\u0303ez']],
  ['3.5', 'TSH 3.5 y 345', ['3.5']],
  ['50%', 'al 50% (c/12h)', ['50%']],
  ['c/12h)', 'al 50% (c/12h)', ['c/12h)']],
  ['mama', 'ma ma', []],
])('%j is found in %j as %j', (search, text, expected) => {
  expect(found(search, text)).toEqual(expected);
});

test('all words must occur, in whichever text', () => {
  const matcher = wordMatcher('fiebre TOS');
  expect(matcher?.isIn(['Fiébre desde ayer', 'Sin tos'])).toBe(true);
  expect(matcher?.isIn(['Fiebre desde ayer', 'Sin disnea'])).toBe(false);
  expect(matcher?.isIn([])).toBe(false);
});

test('a blank search finds nothing', () => {
  expect(wordMatcher('  ')).toBeUndefined();
});

const LETTERS = [...'abcnosuzñáéíóúüÑÁÉÍÓÚÜAÇç .,-()*+?[]\\^$|{}/1250ßłŁøåÄ'];
const texts = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 30 });

test('finds what the folded text contains, whatever the signs in it', () => {
  fc.assert(
    fc.property(texts, texts, (search, text) => {
      const words = fold(search).split(' ').filter(Boolean);
      const matcher = wordMatcher(search);
      fc.pre(matcher !== undefined);
      expect(matcher?.isIn([text])).toBe(words.every((word) => fold(text).includes(word)));
    }),
  );
});

test('the matches of an excerpt are where they are in the text', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 40 }), fc.constantFrom('n', 'sol', 'a b', 'ñu'), (pieces, search) => {
      const text = pieces.join(' ');
      const all = wordMatcher(search)?.matchesIn(text) ?? [];
      fc.pre(all.length > 0);
      const { excerpt, matches } = excerptOf(text, all);
      expect(matches.length).toBeGreaterThan(0);
      expect(excerpt.length).toBeLessThan(320);
      for (const [index, [start, end]] of matches.entries()) {
        expect(excerpt.slice(start, end)).toBe(text.slice(all[index]?.start, all[index]?.end));
      }
    }),
  );
});

test('an excerpt begins and ends with whole words', () => {
  const text = `${'antes '.repeat(40)}cefalea ${'despues '.repeat(60)}`.trim();
  const { excerpt } = excerptOf(text, wordMatcher('cefalea')?.matchesIn(text) ?? []);
  expect(excerpt).toMatch(/^…(antes )+cefalea (despues )*despues…$/);
});
