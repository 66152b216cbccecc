import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allergyMatches, matchesText } from './allergies.ts';
import { DRUG_BRANDS } from './drug-brands.ts';
import { DRUG_GROUPS } from './drug-groups.ts';

const listed = (names: string) => names.split(',').flatMap((name) => name.trim() || []);
const words = (allergies: string | null, medicamento: string, dci?: string) =>
  allergyMatches(allergies, { medicamento, dci }).map(({ word }) => word);

describe('a medicine that may concern a recorded allergy', () => {
  test.each([
    ['Alergia a la penicilina (rash en 2019)', 'Amoxicilina 500 mg', '«penicilina» (penicilinas)'],
    ['PENICILINAS', 'amoxicilina + ácido clavulánico', '«PENICILINAS» (penicilinas)'],
    ['Amoxicilina', 'Amoxicilina 500 mg cápsulas', '«Amoxicilina»'],
    ['penicilina', 'Cefadroxilo', '«penicilina» (cefalosporinas)'],
    ['aspirina', 'Ketorolaco 10 mg', '«aspirina» (AINEs)'],
    ['Dipirona', 'Metamizol sódico 300 mg', '«Dipirona» (AINEs)'],
    ['AINEs', 'Ibuprofeno', '«AINEs» (AINEs)'],
    ['AAS', 'Naproxeno sódico', '«AAS» (AINEs)'],
    ['sulfas', 'Cotrimoxazol forte', '«sulfas» (sulfas)'],
    ['sulfas', 'Furosemida 40 mg', '«sulfas» (otras sulfonamidas)'],
    [
      'contraste yodado',
      'Yodopovidona',
      '«contraste» (yodo y medios de contraste), «yodado» (yodo y medios de contraste)',
    ],
    ['ARA II', 'Losartán', '«ARA II» (ARA II)'],
    ['inhibidor de la ECA', 'Enalapril', '«inhibidor de la ECA» (IECA)'],
    ['acetaminofén', 'Paracetamol', '«acetaminofén» (paracetamol)'],
    ['penisilina', 'Ampicilina', '«penisilina» (penicilinas)'],
    ['ketorolac', 'Ketorolaco', '«ketorolac»'],
    ['ciprofloxacina', 'Levofloxacino', '«ciprofloxacina» (quinolonas)'],
    ['losarta\u0301n', 'LOSARTAN 50', '«losartán»'],
    ['polen; tramadol', 'Morfina', '«tramadol» (opioides)'],
    ['Niega alergia a penicilina', 'Amoxicilina', '«penicilina» (penicilinas)'],
    ['Vitamina B12', 'Vitamina B', '«Vitamina»'],
    ['A.A.S.', 'Aspirina', '«AAS» (AINEs)'],
    ['A.I.N.E', 'Ibuprofeno', '«AINE» (AINEs)'],
    ['beta-bloqueadores', 'Propranolol', '«beta bloqueadores» (betabloqueadores)'],
    ['tiazidas', 'Hidroclorotiazida', '«tiazidas» (tiazidas)'],
    ['penicilna', 'Amoxicilina', '«penicilna» (penicilinas)'],
    ['ketorolco', 'Ketorolaco', '«ketorolco»'],
    ['AINEs', 'Nabumetona', '«AINEs» (AINEs)'],
    ['salicilatos', 'Ácido salicílico', '«salicilatos» (salicilatos)'],
    ['anticonvulsivantes', 'Levetiracetam', '«anticonvulsivantes» (anticonvulsivantes)'],
    ['angioedema por IECA', 'Sacubitrilo + valsartán', '«IECA» (sacubitrilo)'],
  ])('%s, %s', (allergies, medicamento, text) => {
    expect(matchesText(allergyMatches(allergies, { medicamento }))).toBe(text);
  });

  test('is found by its active substance when the medicine has a name of its own', () => {
    expect(words('penicilina', 'Marca nueva')).toEqual([]);
    expect(words('penicilina', 'Marca nueva', 'amoxicilina')).toEqual(['penicilina']);
  });

  test('is found by every word of the record that concerns it', () => {
    expect(words('Ibuprofeno y aspirina. Ketoprofeno', 'Ketoprofeno')).toEqual([
      'Ketoprofeno',
      'Ibuprofeno',
      'aspirina',
    ]);
    expect(words('penicilina, cefalosporinas', 'Cefadroxilo')).toEqual(['cefalosporinas', 'penicilina']);
  });
});

test.each([
  ['', 'Amoxicilina'],
  [null, 'Amoxicilina'],
  ['Niega alergias', 'Amoxicilina 500 mg'],
  ['Sin alergias a medicamentos', 'Jarabe para la alergia'],
  ['NAM', 'Paracetamol'],
  ['No refiere. Alergia a ácaros', 'Ácido fólico'],
  ['polenta', 'Polen'],
  ['Alergia al polvo', 'Amoxicilina polvo para suspensión'],
  ['penicilina', 'Paracetamol 500 mg'],
  ['cefalea con chocolate', 'Cefadroxilo'],
  ['cefalgia', 'Cefadroxilo'],
  ['trimetoprim', 'Furosemida'],
  ['gabapentina', 'Levetiracetam'],
  ['prednisona', 'Primidona'],
  ['estatinas', 'Nistatina'],
  ['omeprazol', 'Aripiprazol'],
  ['reacción en 2019 a 500 mg de morfina', 'Losartán 500 mg 2019'],
  ['lidocaína', 'Enalapril'],
])('does not ask: %s, %s', (allergies, medicamento) => {
  expect(words(allergies, medicamento)).toEqual([]);
});

describe('for any text', () => {
  const anyCase = (text: string) =>
    fc.constantFrom(text, text.toUpperCase(), text.normalize('NFD'), text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  const around = fc.stringMatching(/^[ .,;:()\n/-]{1,4}(alergia a|refiere|en 2019|niega|polen y)?[ .,;:()\n/-]{1,4}$/);
  const memberAndMention = fc.constantFrom(...DRUG_GROUPS).chain(({ members, names, isByNameOnly }) =>
    fc.record({
      drug: fc.constantFrom(...listed(members)).chain(anyCase),
      mention: fc.constantFrom(...listed(names), ...(isByNameOnly ? [] : listed(members))).chain(anyCase),
    }),
  );

  test('a drug of a group asks when the record names the group or a drug of it', () => {
    fc.assert(
      fc.property(memberAndMention, around, around, ({ drug, mention }, before, after) => {
        expect(words(before + mention + after, `${drug} 500 mg`)).not.toEqual([]);
        expect(words(before + mention + after, 'Marca', drug)).not.toEqual([]);
      }),
    );
  });

  test('the order of the words of a record does not matter', () => {
    const pool = listed(DRUG_GROUPS.flatMap(({ members }) => members).join(','));
    fc.assert(
      fc.property(fc.shuffledSubarray(pool, { maxLength: 6 }), fc.constantFrom(...pool), (some, medicamento) => {
        const asks = (order: string[]) => words(order.join(' '), medicamento).length > 0;
        expect(asks(some)).toBe(asks(some.toReversed()));
      }),
    );
  });

  test('it never throws, answers words of the record, and nothing without a record', () => {
    const drug = fc.constantFrom('penicilina', 'Amoxicilina', 'A.A.S.', 'ibuprofeno');
    const other = fc.string({ unit: 'binary', maxLength: 20 });
    const text = fc.tuple(other, fc.option(drug, { nil: '' }), other).map((parts) => parts.join(' '));
    let matched = 0;
    fc.assert(
      fc.property(text, text, text, (allergies, medicamento, dci) => {
        for (const word of words(allergies, medicamento, dci)) {
          matched += 1;
          for (const part of word.split(' ')) expect(allergies.normalize('NFC').replaceAll('.', '')).toContain(part);
        }
        expect(words(' \n', medicamento, dci)).toEqual([]);
      }),
      { numRuns: 50 },
    );
    expect(matched).toBeGreaterThan(0);
  });
});

test.each([
  ['penicilina', 'Amoval 500', '«penicilina» (penicilinas)'],
  ['Clavinex', 'Ampicilina', '«Clavinex» (penicilinas)'],
  ['sulfas', 'Bactrimel forte', '«sulfas» (sulfas)'],
  ['Bactrim', 'Cotrimoxazol forte', '«Bactrim» (sulfas)'],
  ['penicilina', 'Benzatina 1.200.000 UI', '«penicilina» (penicilinas)'],
  ['Lertus', 'Ibuprofeno 400 mg', '«Lertus» (AINEs)'],
  ['diclofenaco', 'Lertus 50', '«diclofenaco» (AINEs)'],
  ['Kitadol', 'Paracetamol', '«Kitadol» (paracetamol)'],
])('a well-known brand stands for its substance: %s, %s', (allergies, medicamento, text) => {
  expect(matchesText(allergyMatches(allergies, { medicamento }))).toBe(text);
});

test('every substance of a brand is a drug of a group, and no brand is one', () => {
  const members = DRUG_GROUPS.flatMap((group) => listed(group.members));
  for (const [brand, substances] of Object.entries(DRUG_BRANDS)) {
    expect(members).toEqual(expect.arrayContaining(listed(substances)));
    expect(members).not.toContain(brand.toLowerCase());
  }
});

test('a word that is written again, or that is very long, is one short word', () => {
  const recorded = `${'sulfas cef'.padEnd(3000, 'a')} ${'sulfas '.repeat(200)}`;
  expect(allergyMatches(recorded, { medicamento: 'Bactrimel' })).toEqual([{ word: 'sulfas', group: 'sulfas' }]);
  expect(allergyMatches(recorded, { medicamento: 'Cefaclor' }).map(({ word }) => word.length)).toEqual([60]);
});

test('every related group exists', () => {
  const names = DRUG_GROUPS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { related = [] } of DRUG_GROUPS) expect(names).toEqual(expect.arrayContaining([...related]));
});
