import { expect, test } from 'vitest';
import { allergyMatcher, allergyMatches } from '#contract/allergies';
import { DRUG_GROUPS } from '#contract/drug-groups';
import { fold } from '#contract/fold';
import { medicationName } from '#contract/medications';
import { PrescriptionItem } from '#contract/prescriptions';
import { createMedicationSearch, medicationRows } from './medication-list.ts';

const rows = medicationRows();
const find = createMedicationSearch(rows);
const names = (query: string) => find(query).map(medicationName);

test('every row is complete, sorted, and there once', () => {
  const keys = rows.map(({ dci, forma }) => `${fold(dci)}\t${fold(forma)}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(keys.toSorted());
  expect(new Set(rows.map(({ dci }) => dci)).size).toBeGreaterThanOrEqual(400);
  for (const { dci, atc, forma, via, concentraciones } of rows) {
    expect(atc).toMatch(/^([A-Z]\d\d[A-Z]{2})?$/);
    expect(concentraciones).toMatch(/^(\d[^|;]*( \| \d[^|;]*)*)?$/);
    const item = {
      medicamento: dci,
      dci,
      formaFarmaceutica: forma,
      via,
      concentracion: concentraciones.split(' | ')[0],
    };
    const stored = PrescriptionItem.parse(item);
    expect(stored).toMatchObject({ dci, formaFarmaceutica: forma, via });
  }
});

test('every word of the search begins a word, without accents or case; the substance that begins with it is first', () => {
  expect(names('LOSARTAN 50')).toEqual(['Losartán 50 mg', 'Hidroclorotiazida + losartán 12,5 mg/50 mg']);
  expect(find('amoxi cap')).toEqual([
    { dci: 'amoxicilina', formaFarmaceutica: 'Cápsula', via: 'Oral', concentracion: '500 mg' },
  ]);
  expect(names('acido acetil')[0]).toBe('Ácido acetilsalicílico 100 mg');
  expect(names('adrenalina')[0]).toMatch(/^Epinefrina/);
  expect(names('donepez')[0]).toMatch(/^Donepezilo/);
  expect(names('  ')).toEqual([]);
  expect(names('cilina')).toEqual([]);
  expect(names('comprimido')).toEqual([]);
  expect(find('a')).toHaveLength(20);
});

test.each([
  ['penicilina', /^J01C/],
  ['cefalosporina', /^J01D[BCD]/],
  ['macrólidos', /^J01FA/],
  ['quinolonas', /^J01MA/],
  ['AINEs', /^M01A/],
  ['IECA', /^C09[AB]/],
  ['ARA II', /^C09[CD]/],
  ['estatinas', /^C10AA/],
  ['benzodiacepinas', /^N05BA/],
  ['opioides', /^N02A/],
  ['tetraciclinas', /^J01AA/],
  ['anticonvulsivantes', /^N03A/],
  ['fenotiazinas', /^N05AB/],
  ['corticoides', /^(H02AB|D07A|S01BA)/],
])('a recorded allergy to %s concerns each substance of that ATC group', (allergies, group) => {
  const silent = rows.filter(
    // Glucosamine is no anti-inflammatory drug, although it shares their group.
    ({ atc, dci }) =>
      group.test(atc) && dci !== 'glucosamina' && allergyMatches(allergies, { medicamento: dci }).length === 0,
  );
  expect(silent.map(({ dci }) => dci)).toEqual([]);
});

test('no substance is taken for a misspelling of a member of a group', () => {
  const listed = (names: string) => names.split(',').map((name) => fold(name.trim()));
  const words = new Set(rows.flatMap(({ dci }) => fold(dci).match(/[a-z]+/g) ?? []));
  const taken = DRUG_GROUPS.flatMap(({ name, names, members }) => {
    const matchesOf = allergyMatcher(members);
    return [...words.difference(new Set([...listed(members), ...listed(names)]))].filter((medicamento) =>
      matchesOf({ medicamento }).some(({ group }) => group === name || group === undefined),
    );
  });
  // Rightly: by its stem, and by its sound.
  expect(taken).toEqual(['flunitrazepam', 'asparta']);
  expect(allergyMatches('AINEs', { medicamento: 'Clonidina 0,1 mg' })).toEqual([]);
  expect(allergyMatches('Clonixino', { medicamento: 'Clonidina 0,1 mg' })).toEqual([]);
  expect(allergyMatches('AINEs', { medicamento: 'Clonixinno 125 mg' })).toHaveLength(1);
});
