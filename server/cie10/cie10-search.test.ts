import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalCie10 } from '#contract/cie10';
import { ABBREVIATIONS } from './abbreviations.ts';
import { indexedWords, readSearch } from './cie10-search.ts';
import { EVERYDAY_NAMES } from './everyday-names.ts';

const matchOf = (query: string) => readSearch(query)?.match;
const preferredOf = (query: string) => readSearch(query)?.preferred;

test('a code is found by itself without its dot, and by the words of its text', () => {
  expect(indexedWords('E11.0', 'Diabetes mellitus (tipo 2), con coma')).toEqual([
    '=e110',
    'diabetes',
    'mellitus',
    'tipo',
    '2',
    'con',
    'coma',
  ]);
  expect(indexedWords('G43', 'Migraña')).toEqual(['=g43', 'migrana']);
});

describe('what is typed', () => {
  test('loses accents and case, and articles unless there is nothing else', () => {
    expect(matchOf('FRACTURA de la Ulna')).toBe("'fractura':* & 'ulna':*");
    expect(matchOf('de la')).toBe("'de' & 'la':*");
    expect(matchOf('sin complicacion')).toBe("'sin':* & 'complicacion':*");
  });

  test('matches as a beginning from three letters on, and always in its last word', () => {
    expect(matchOf('tipo 2 b')).toBe("'tipo':* & '2' & 'b':*");
    expect(preferredOf('tipo 2 b')).toBe("'tipo' & '2' & 'b'");
  });

  test('in the plural finds the singular', () => {
    expect(matchOf('fracturas')).toBe("'fractura':*");
    expect(matchOf('infecciones')).toBe("'infeccion':*");
    expect(matchOf('tos')).toBe("'tos':*");
  });

  test.each(['e11.0', 'E110', ' e 11.0 ', 'E11-0'])('%s is the code E11.0', (query) => {
    expect(readSearch(query)).toEqual({
      match: "('=e110':* | 'e110':*)",
      preferred: "'=e110':*",
      code: 'E11.0',
      isByCode: true,
      isObstetric: false,
    });
  });

  test('may be the beginning of a code, or a code among words', () => {
    expect(readSearch('e1')).toMatchObject({ preferred: "'=e1':*", code: undefined, isByCode: true });
    expect(readSearch('e11. coma')).toMatchObject({ preferred: "'=e11':* & 'coma'", isByCode: false });
    expect(matchOf('coma e11.0')).toBe("'coma':* & ('=e110':* | 'e110':*)");
    expect(readSearch('I10X')).toMatchObject({ preferred: "'=i10':*", code: 'I10' });
  });

  test('may end in a letter that is also an article: the letter ranks results and does not filter', () => {
    expect(readSearch('vitamina a')).toMatchObject({ match: "'vitamina':*", preferred: "'vitamina' & 'a'" });
  });
});

test.each([
  'embarazo',
  'diabetes en embarazada',
  'parto',
  'partos',
  'recién nacido',
  'ictericia neonatal',
  'sufrimiento fetal',
  'posparto',
  'postparto',
  'puerperio',
])('%s is asked of a birth', (query) => {
  expect(readSearch(query)?.isObstetric).toBe(true);
});
test.each(['diabetes', 'parte', 'fetiche', 'compartir'])('%s is not', (query) => {
  expect(readSearch(query)?.isObstetric).toBe(false);
});

describe('an abbreviation or an everyday name', () => {
  test('matches its own text and its meanings, the preferred meaning first', () => {
    expect(readSearch('EPOC')).toMatchObject({ match: "(('epoc':*) | '=j44':*)", preferred: "'=j44':*" });
    expect(matchOf('itu')).toBe("(('itu':*) | '=n390':* | '=o23':*)");
  });

  test('matches among other words, in any order, with articles in between', () => {
    expect(matchOf('HTA esencial')).toMatch(/^\(\('hta':\*\) \| '=i10':\* \| .*\) & 'esencial':\*$/);
    expect(matchOf('crisis de pánico')).toBe("(('crisi':* & 'panico':*) | '=f410':*)");
    expect(matchOf('panico crisis')).toBe("(('panico':* & 'crisi':*) | '=f410':*)");
    expect(matchOf('DM 2')).toMatch(/'=e11':\*/);
    expect(matchOf('DM 2')).not.toMatch(/'=e10':\*/);
  });

  test('has a fallback search without the other words', () => {
    expect(readSearch('EPOC descompensado')?.fallback).toMatchObject({
      match: "(('epoc':*) | '=j44':*)",
      preferred: "'=j44':*",
      isByCode: false,
    });
    expect(readSearch('EPOC')?.fallback).toBeUndefined();
    expect(readSearch('bronquitis descompensada')?.fallback).toBeUndefined();
  });

  test('may mean other words: cancer', () => {
    expect(matchOf('cancer mama')).toBe("(('cancer':*) | ('tumor':* & 'maligno':*)) & 'mama':*");
  });

  test('is recognised before its last letters are typed', () => {
    expect(preferredOf('jaque')).toBe("'=g43':*");
    expect(preferredOf('jaq')).toBe("'jaq'");
  });

  test.each(Object.entries({ ...ABBREVIATIONS, ...EVERYDAY_NAMES }))(
    '%s has at least one meaning in the search',
    (name, meanings) => {
      expect(name).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
      for (const meaning of meanings) {
        if (/\d/.test(meaning)) expect(canonicalCie10(meaning)).toBe(meaning);
        else expect(meaning).toMatch(/^[a-z]+( [a-z]+)*$/);
      }
      expect(matchOf(name)).toContain(' | ');
    },
  );
});

test.each(['', '   ', '***', "'", '👩‍⚕️', '&|!:*()', '\\'])('%j is an empty search', (query) => {
  expect(readSearch(query)).toBeUndefined();
});

test('any input produces a tsquery of quoted words only', () => {
  const word = String.raw`'=?[\p{L}\p{N}]+'(?::\*)?`;
  const safe = new RegExp(`^(?:[()]|${word}| & | \\| )+$`, 'u');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (query) => {
      const search = readSearch(query);
      if (!search) return;
      expect(search.match).toMatch(safe);
      expect(search.preferred).toMatch(safe);
    }),
  );
});

test('repeated words count once, and the number of words is limited', () => {
  expect(matchOf('con con con con')).toBe(matchOf('con'));
  const many = matchOf(
    Array.from({ length: 60 }, (_, i) => `q${String.fromCharCode(97 + (i % 26))}${'z'.repeat(i)}`).join(' '),
  );
  expect(many?.split(' & ')).toHaveLength(10);
});
