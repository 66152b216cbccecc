import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/cie10';
import type { CatalogueSql } from '#server/platform/database/database';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { ABBREVIATIONS } from './abbreviations.ts';
import { findCodes } from './cie10.store.ts';
import { COMMON_CODES } from './common-codes.ts';
import { EVERYDAY_NAMES } from './everyday-names.ts';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  const [professional, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
  ana = professional;
  await admin.send(api.initializeCie10);
  await admin.send(api.expandCie10);
});
afterAll(() => testApp.close());

const search = async (query: string) => {
  const reply = await ana.send(api.searchCie10, { query: { query } });
  expect(reply.status).toBe(200);
  return reply.body;
};
const codesOf = async (query: string) => (await search(query)).map(({ code }) => code);

test('a code comes with its text, and its id is the code', async () => {
  expect(await search('J45.9')).toEqual([{ _id: 'J45.9', code: 'J45.9', description: 'Asma, no especificada' }]);
});

describe('a search by code', () => {
  test.each(['E11', 'e11', 'E 11', 'e11.'])(
    '%s finds the category first, then its subdivisions in order',
    async (query) => {
      const codes = await codesOf(query);
      expect(codes[0]).toBe('E11');
      expect(codes.slice(1, 11)).toEqual(Array.from({ length: 10 }, (_, i) => `E11.${i}`));
    },
  );

  test.each(['E11.0', 'e11.0', 'E110', 'e110'])('%s finds that code', async (query) => {
    expect(await codesOf(query)).toEqual(['E11.0']);
  });

  test('lists codes before descriptions that mention them', async () => {
    const found = await codesOf('G05');
    expect(found.slice(0, 2)).toEqual(['G05', 'G05.0']);
    expect(await search('G05')).toContainEqual(
      expect.objectContaining({ description: 'Encefalitis enteroviral (G05.1)' }),
    );
    expect(found.indexOf('A85.0')).toBeGreaterThan(found.indexOf('G05.8'));
    expect((await codesOf('I10X'))[0]).toBe('I10');
  });

  test('the beginning of a code is enough', async () => {
    expect((await codesOf('j4')).every((code) => code.startsWith('J4'))).toBe(true);
  });
});

describe('a search by words', () => {
  test('takes them in any order, with and without accents and case', async () => {
    const found = await codesOf('neumonía bacteriana');
    expect(found).toContain('J15.9');
    expect(await codesOf('BACTERIANA neumonia')).toEqual(found);
    expect(await codesOf('  la Neumonia   de, bacteriana ')).toEqual(found);
  });

  test('finds by the beginning of the last word, and by nothing from within one', async () => {
    expect(await codesOf('diabetes mel')).toContain('E11');
    expect(await codesOf('ellitus')).toEqual([]);
  });

  test('matches all words', async () => {
    for (const { description } of await search('fractura femur')) {
      expect(description).toMatch(/fractura/i);
      expect(description).toMatch(/f[eé]mur/i);
    }
    expect(await codesOf('fractura inexistente')).toEqual([]);
  });

  test('shows whole words before beginnings, categories before subdivisions, the shorter text first', async () => {
    const found = await codesOf('asma');
    expect(found.slice(0, 3)).toEqual(['J45', 'J45.8', 'J45.1']);
    expect(found.indexOf('J46')).toBeGreaterThan(found.indexOf('J45.9'));
    expect((await codesOf('hepatitis a'))[0]).toBe('B15');
  });

  test('shows thirty at most', async () => {
    expect(await codesOf('tumor')).toHaveLength(30);
  });
});

describe('frequent codes', () => {
  test.each([
    ['diabetes mel', 'E11'],
    ['diabetes', 'E11'],
    ['neumonia', 'J18'],
    ['fiebre', 'R50'],
    ['hipertensi', 'I10'],
    ['asma', 'J45'],
    ['ansiedad', 'F41'],
    ['dolor abdominal', 'R10'],
    ['obesidad', 'E66'],
    ['parto', 'O80'],
    ['infeccion urinaria', 'N39.0'],
    ['bruxismo', 'F45.8'],
  ])('%s shows %s first', async (query, code) => {
    expect((await codesOf(query))[0]).toBe(code);
  });

  test('come before obstetrics, external causes and contacts, unless the query asks for those', async () => {
    expect((await codesOf('diabetes mel')).slice(0, 3)).toEqual(['E11', 'E10', 'E14']);
    expect((await codesOf('diabetes mel')).filter((code) => /^[OPV-Z]/.test(code))).toEqual([]);
    const jaundice = (await codesOf('ictericia')).map((code) => /^[OP]/.test(code));
    expect(jaundice).toEqual([...jaundice].sort());
    expect(jaundice).toContain(true);
    expect(await codesOf('neumonia')).not.toContain('P23');
    expect((await codesOf('neumonia congenita'))[0]).toBe('P23');
    expect((await codesOf('diabetes embarazo'))[0]).toBe('O24');
    expect((await codesOf('ictericia recien nacido'))[0]).toMatch(/^P/);
    expect((await codesOf('puerperio'))[0]).toMatch(/^O/);
    expect((await codesOf('o24'))[0]).toBe('O24');
  });

  test('is in the catalogue', async () => {
    const rows = await testApp.sql<{ code: string }[]>`
      select code from cie10_codes where commonness is not null order by commonness`;
    expect(rows.map(({ code }) => code)).toEqual(COMMON_CODES);
  });
});

describe('an abbreviation', () => {
  test.each([
    ['HTA', 'I10'],
    ['hta', 'I10'],
    ['DM2', 'E11'],
    ['DM1', 'E10'],
    ['EPOC', 'J44'],
    ['IAM', 'I21'],
    ['ITU', 'N39.0'],
    ['TBC', 'A15'],
    ['hipertensión arterial', 'I10'],
    ['resfrío', 'J00'],
    ['jaqueca', 'G43'],
    ['crisis de pánico', 'F41.0'],
    ['HTA esencial', 'I10'],
    ['cáncer de mama', 'C50'],
  ])('%s shows %s first', async (query, code) => {
    expect((await codesOf(query))[0]).toBe(code);
  });

  test('may be one word among others', async () => {
    expect(await codesOf('DM2 retinopatia')).toEqual(expect.arrayContaining(['E11.3', 'H36.0']));
    expect(await codesOf('renales dm2')).toEqual(['E11.2']);
  });

  test('is searched alone when nothing matches the other words', async () => {
    expect((await codesOf('HTA descompensada'))[0]).toBe('I10');
    expect((await codesOf('jaqueca inexistente'))[0]).toBe('G43');
    expect(await codesOf('renales dm2 inexistente')).toContain('E11');
  });

  test('leads to codes of the catalogue', async () => {
    const rows = await testApp.sql<{ code: string }[]>`select code from cie10_codes`;
    const there = new Set(rows.map(({ code }) => code));
    const meant = Object.values({ ...ABBREVIATIONS, ...EVERYDAY_NAMES }).flat();
    expect(meant.filter((meaning) => /\d/.test(meaning) && !there.has(meaning))).toEqual([]);
  });
});

test.each([
  "'",
  "o'brien",
  '\\',
  '&|!:*()<->',
  "'; drop table cie10_codes; --",
  "diabetes':* | 'a",
  '%',
  '_',
  '"',
  '👩‍⚕️ asma',
  'ñ',
  '½ ²',
  'a'.repeat(200),
  'a b '.repeat(50),
  'ﬁebre',
  'עברית',
  '\u200D',
])('%j does not fail', async (query) => {
  await search(query);
});

test.each(['', '   ', '***'])('%j finds nothing, without a query to the database', async (query) => {
  expect(await search(query)).toEqual([]);
  const never = () => expect.unreachable('the database was queried');
  expect(await findCodes(never as unknown as CatalogueSql, query)).toEqual([]);
});

test('a search uses its index', async () => {
  await testApp.sql`analyze cie10_codes`;
  let plan = '';
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const prefixed = Object.assign([`explain ${strings[0]}`, ...strings.slice(1)], { raw: strings.raw });
    const rows = await testApp.deps.catalogue<{ 'QUERY PLAN': string }[]>(
      prefixed as unknown as TemplateStringsArray,
      ...values,
    );
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return [];
  };
  await findCodes(explain as unknown as CatalogueSql, 'diabetes mellitus');
  expect(plan).toContain('cie10_codes_words');
  expect(plan).not.toContain('Seq Scan');
});
