import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalCie10 } from '#contract/cie10';
import { ABBREVIATIONS } from './abbreviations.ts';
import { readSearch, searchedWords } from './cie10-search.ts';
import { EVERYDAY_NAMES } from './everyday-names.ts';

const matchOf = (query: string) => readSearch(query)?.match;
const bestOf = (query: string) => readSearch(query)?.best;

test('a code is found by itself without its dot, and by the words of its text', () => {
  expect(searchedWords('E11.0', 'Diabetes mellitus (tipo 2), con coma')).toEqual([
    ...['=e110', 'diabetes', 'mellitus', 'tipo', '2', 'con', 'coma'],
  ]);
  expect(searchedWords('G43', 'Migraña')).toEqual(['=g43', 'migrana']);
});

describe('what is typed', () => {
  test('loses accents and case, and articles unless there is nothing else', () => {
    expect(matchOf('FRACTURA de la Ulna')).toBe("'fractura':* & 'ulna':*");
    expect(matchOf('de la')).toBe("'de' & 'la':*");
    expect(matchOf('sin complicacion')).toBe("'sin':* & 'complicacion':*");
  });

  test('matches as a beginning from three letters on, and always in its last word', () => {
    expect(matchOf('tipo 2 b')).toBe("'tipo':* & '2' & 'b':*");
    expect(bestOf('tipo 2 b')).toBe("'tipo' & '2' & 'b'");
  });

  test('in the plural finds the singular', () => {
    expect(matchOf('fracturas')).toBe("'fractura':*");
    expect(matchOf('infecciones')).toBe("'infeccion':*");
    expect(matchOf('tos')).toBe("'tos':*");
  });

  test.each(['e11.0', 'E110', ' e 11.0 ', 'E11-0'])('%s is the code E11.0', (query) => {
    expect(readSearch(query)).toEqual({
      ...{ match: "('=e110':* | 'e110':*)", best: "'=e110':*" },
      ...{ code: 'E11.0', isByCode: true, isOfBirth: false },
    });
  });

  test('may be the beginning of a code, or a code among words', () => {
    expect(readSearch('e1')).toMatchObject({ best: "'=e1':*", code: undefined, isByCode: true });
    expect(readSearch('e11. coma')).toMatchObject({ best: "'=e11':* & 'coma'", isByCode: false });
    expect(matchOf('coma e11.0')).toBe("'coma':* & ('=e110':* | 'e110':*)");
    expect(readSearch('I10X')).toMatchObject({ best: "'=i10':*", code: 'I10' });
  });

  test('ends in a letter that may be an article: it asks for nothing, and comes first', () => {
    expect(readSearch('vitamina a')).toMatchObject({ match: "'vitamina':*", best: "'vitamina' & 'a'" });
  });
});

test.each([
  ...[
    'embarazo',
    'diabetes en embarazada',
    'parto',
    'partos',
    'recién nacido',
    'ictericia neonatal',
    'sufrimiento fetal',
  ],
  ...['posparto', 'postparto', 'puerperio'],
])('%s is asked of a birth', (query) => {
  expect(readSearch(query)?.isOfBirth).toBe(true);
});
test.each(['diabetes', 'parte', 'fetiche', 'compartir'])('%s is not', (query) => {
  expect(readSearch(query)?.isOfBirth).toBe(false);
});

describe('an abbreviation or an everyday name', () => {
  test('is looked for as it stands and as what it means, the foremost meaning first', () => {
    expect(readSearch('EPOC')).toMatchObject({ match: "(('epoc':*) | '=j44':*)", best: "'=j44':*" });
    expect(matchOf('itu')).toBe("(('itu':*) | '=n390':* | '=o23':*)");
  });

  test('stands among other words, in any order, with articles in between', () => {
    expect(matchOf('HTA esencial')).toMatch(/^\(\('hta':\*\) \| '=i10':\* \| .*\) & 'esencial':\*$/);
    expect(matchOf('crisis de pánico')).toBe("(('crisi':* & 'panico':*) | '=f410':*)");
    expect(matchOf('panico crisis')).toBe("(('panico':* & 'crisi':*) | '=f410':*)");
    expect(matchOf('DM 2')).toMatch(/'=e11':\*/);
    expect(matchOf('DM 2')).not.toMatch(/'=e10':\*/);
  });

  test('is all that is looked for when nothing has the other words as well', () => {
    expect(readSearch('EPOC descompensado')?.otherwise).toMatchObject({
      ...{ match: "(('epoc':*) | '=j44':*)", best: "'=j44':*", isByCode: false },
    });
    expect(readSearch('EPOC')?.otherwise).toBeUndefined();
    expect(readSearch('bronquitis descompensada')?.otherwise).toBeUndefined();
  });

  test('may mean other words: cancer', () => {
    expect(matchOf('cancer mama')).toBe("(('cancer':*) | ('tumor':* & 'maligno':*)) & 'mama':*");
  });

  test('is known before its last letters are typed', () => {
    expect(bestOf('jaque')).toBe("'=g43':*");
    expect(bestOf('jaq')).toBe("'jaq'");
  });

  test.each(Object.entries({ ...ABBREVIATIONS, ...EVERYDAY_NAMES }))('%s leads somewhere', (name, meanings) => {
    expect(name).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
    for (const meaning of meanings) {
      if (/\d/.test(meaning)) expect(canonicalCie10(meaning)).toBe(meaning);
      else expect(meaning).toMatch(/^[a-z]+( [a-z]+)*$/);
    }
    expect(matchOf(name)).toContain(' | ');
  });
});

test.each(['', '   ', '***', "'", '👩‍⚕️', '&|!:*()', '\\'])('%j asks for nothing', (query) => {
  expect(readSearch(query)).toBeUndefined();
});

test('whatever is typed, nothing but words and codes stands between the quotes', () => {
  const word = String.raw`'=?[\p{L}\p{N}]+'(?::\*)?`;
  const safe = new RegExp(`^(?:[()]|${word}| & | \\| )+$`, 'u');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (query) => {
      const search = readSearch(query);
      if (!search) return;
      expect(search.match).toMatch(safe);
      expect(search.best).toMatch(safe);
    }),
  );
});

test('a word said again and again is one, and a search has few', () => {
  expect(matchOf('con con con con')).toBe(matchOf('con'));
  const many = matchOf(
    Array.from({ length: 60 }, (_, i) => `q${String.fromCharCode(97 + (i % 26))}${'z'.repeat(i)}`).join(' '),
  );
  expect(many?.split(' & ')).toHaveLength(10);
});
