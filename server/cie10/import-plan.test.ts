import { expect, test } from 'vitest';
import { baseList } from './bundled-lists.ts';
import { type CatalogueCode, planImport, type Row } from './import-plan.ts';

const row = (code: string, description: string): Row => ({ code, description });
const inCatalogue = (code: string, description: string, source: CatalogueCode['source']): CatalogueCode => ({
  code,
  description,
  source,
});

test('codes become canonical and texts clean', () => {
  const { codes, counts } = planImport(
    [],
    [row('e110', '  Diabetes\u00A0 mellitus\n con coma '), row('I10X', 'HTA')],
    'base',
  );
  expect(codes).toEqual([
    inCatalogue('E11.0', 'Diabetes mellitus con coma', 'base'),
    inCatalogue('I10', 'Hta', 'base'),
  ]);
  expect(counts).toEqual({ added: 2, updated: 0, skipped: 0, errors: 0 });
});

test('chapters, groups and morphologies are skipped, malformed codes are errors', () => {
  const others = ['XIV', '|I10', 'A00-B99', 'M8000/3', 'Capítulo I', ''].map((code) => row(code, 'Título'));
  const spoilt = [
    row('E1l.0', 'Diabetes'),
    row('A00.0.1', 'Cólera'),
    row('A00', '  '),
    row('A01', 'con \u0000 dentro'),
  ];
  const { codes, counts } = planImport([], [...others, ...spoilt, row('A02', 'x'.repeat(481))], 'official');
  expect(codes).toEqual([]);
  expect(counts).toEqual({ added: 0, updated: 0, skipped: others.length, errors: spoilt.length + 1 });
});

test('the first of two lines with the same code is used', () => {
  const { codes, counts } = planImport([], [row('I10', 'Hipertensión'), row('I10X', 'Otra')], 'base');
  expect(codes).toEqual([inCatalogue('I10', 'Hipertensión', 'base')]);
  expect(counts).toEqual({ added: 1, updated: 0, skipped: 1, errors: 0 });
});

test('a higher source replaces a description, a lower source does not', () => {
  const base = [inCatalogue('A00', 'Colera', 'base')];
  const curated = planImport(base, [row('A00', 'Cólera')], 'curated');
  expect(curated).toEqual({
    codes: [inCatalogue('A00', 'Cólera', 'curated')],
    counts: { added: 0, updated: 1, skipped: 0, errors: 0 },
  });
  const again = planImport(curated.codes, [row('A00', 'Colera')], 'base');
  expect(again).toEqual({ codes: [], counts: { added: 0, updated: 0, skipped: 1, errors: 0 } });
  expect(planImport(curated.codes, [row('A00', 'Cólera (nuevo)')], 'official').counts.updated).toBe(1);
});

test('the same description from a higher source changes only the source', () => {
  const official = planImport([inCatalogue('A00', 'Cólera', 'base')], [row('A00', 'Cólera')], 'official');
  expect(official).toEqual({
    codes: [inCatalogue('A00', 'Cólera', 'official')],
    counts: { added: 0, updated: 0, skipped: 1, errors: 0 },
  });
  expect(planImport(official.codes, [row('A00', 'Cólera, otra')], 'curated').codes).toEqual([]);
});

test('a text in capitals takes the present spelling, or becomes sentence case', () => {
  const present = [inCatalogue('A00', 'Cólera', 'curated')];
  const { codes, counts } = planImport(
    present,
    [row('A00', 'COLERA'), row('B24', 'ENFERMEDAD POR VIH TIPO II')],
    'official',
  );
  expect(codes).toEqual([
    inCatalogue('A00', 'Cólera', 'official'),
    inCatalogue('B24', 'Enfermedad por VIH tipo II', 'official'),
  ]);
  expect(counts).toEqual({ added: 1, updated: 0, skipped: 1, errors: 0 });
});

test('the base list holds codes only, and each of them is imported', async () => {
  const { codes, counts } = planImport([], await baseList(), 'base');
  expect(counts).toEqual({ added: codes.length, updated: 0, skipped: 0, errors: 0 });
  expect(codes.length).toBeGreaterThan(14_000);
});
