import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { canonicalCie10 } from '#contract/cie10';
import { baseList } from './bundled-lists.ts';
import { planImport, type Row } from './import-plan.ts';
import { readListFile } from './list-file.ts';

/** What the expansion must cover. There is no I14 in the CIE-10. */
const RANGES =
  'A00-A09 J00-J06 J10-J18 J20-J21 J40-J46 I10-I15 E10-E11 F10 F32-F33 F41 S06 S52 S72 O00 O20 O80 R10 R50-R53';

/** The WHO has withdrawn these since the base list was made. */
const WITHDRAWN = ['R50.0', 'R50.1'];

const categories = RANGES.split(' ').flatMap((range) => {
  const [first = '', last = first] = range.split('-');
  const from = Number(first.slice(1));
  return Array.from({ length: Number(last.slice(1)) - from + 1 }, (_, i) => first[0] + `${from + i}`.padStart(2, '0'));
});

let curated: Row[];
let codes: string[];
beforeAll(async () => {
  const bytes = await readFile(join(import.meta.dirname, 'curated.csv'));
  expect(bytes.toString('utf8')).toMatch(/^código,descripción\n/);
  curated = readListFile(bytes, 'curated.csv');
  codes = curated.map(({ code }) => code);
});

test('every line is a canonical code with its text, in order, and once', () => {
  expect(codes.map(canonicalCie10)).toEqual(codes);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(planImport([], curated, 'curated').counts).toEqual({
    added: curated.length,
    updated: 0,
    skipped: 0,
    errors: 0,
  });
});

test('no description is in capitals, abbreviated with a dot or wrongly encoded', () => {
  const odd = curated.filter(
    ({ description }) => !/^\p{Lu}/u.test(description) || /[\u0080-\u009F\uFFFDÃÂ]|\s{2}|[\s,;.]$/u.test(description),
  );
  expect(odd).toEqual([]);
});

test('the ranges of the expansion are there, category by category', () => {
  const there = new Set(codes.map((code) => code.slice(0, 3)));
  expect(categories.filter((category) => category !== 'I14' && !there.has(category))).toEqual([]);
});

test('within those ranges every code of the base list has its correction', async () => {
  const base = planImport([], await baseList(), 'base').codes;
  const meant = base.filter(({ code }) => categories.includes(code.slice(0, 3)));
  expect(meant.length).toBeGreaterThan(200);
  expect(meant.map(({ code }) => code).filter((code) => !codes.includes(code))).toEqual(WITHDRAWN);
});

test('it brings newer texts, and codes that the base list lacks', async () => {
  const base = new Map(planImport([], await baseList(), 'base').codes.map((one) => [one.code, one.description]));
  const text = new Map(curated.map(({ code, description }) => [code, description]));
  expect(base.get('N18')).toBe('Insuficiencia renal crónica');
  expect(text.get('N18')).toBe('Enfermedad renal crónica');
  for (const code of ['U07.1', 'U07.2', 'U09.9']) {
    expect(base.has(code)).toBe(false);
    expect(text.has(code)).toBe(true);
  }
});
