import { expect, test } from 'vitest';
import type { ClinicalNote } from './clinical-notes.ts';
import { currentMedication } from './current-medication.ts';

type Prescriptions = ClinicalNote['prescriptions'];
const TIMES = { today: '2026-11-18', timeZone: 'America/Santiago' };

/** A note of that day with these prescriptions. */
const noteOn = (day: string, prescriptions: Prescriptions, change: Partial<ClinicalNote> = {}): ClinicalNote => {
  const at = `${day}T15:00:00.000Z`;
  return {
    _id: crypto.randomUUID(),
    patientId: crypto.randomUUID(),
    version: 1,
    createdAt: at,
    updatedAt: at,
    finalizedAt: at,
    date: at,
    status: 'finalized',
    diagnoses: [],
    prescriptions,
    ...change,
  };
};
const names = (...notes: ClinicalNote[]) =>
  currentMedication(notes, TIMES).map(({ prescription: { medicamento } }) => medicamento);

const LOSARTAN = { medicamento: 'Losartán 50 mg', dci: 'losartán', permanente: true };

test('a permanent medicine counts until its dose is changed', () => {
  const first = noteOn('2025-01-10', [LOSARTAN]);
  const second = noteOn('2026-03-10', [{ ...LOSARTAN, medicamento: 'Losartán 100 mg' }]);
  expect(names(first)).toEqual(['Losartán 50 mg']);
  expect(names(first, second)).toEqual(['Losartán 100 mg']);
  expect(currentMedication([second], TIMES)).toMatchObject([{ day: '2026-03-10' }]);
});

test.each([
  ['7 días', '2026-11-12', true],
  ['7 días', '2026-11-11', false],
  ['2 semanas', '2026-11-05', true],
  ['por 3 meses', '2026-08-21', true],
  ['3 Meses', '2026-08-20', false],
  ['1 año', '2025-11-19', true],
])('a prescription for %s of %s counts today: %s', (duracion, day, isCurrent) => {
  expect(names(noteOn(day, [{ medicamento: 'Amoxicilina', duracion }]))).toEqual(isCurrent ? ['Amoxicilina'] : []);
});

test('without a readable duration a prescription counts until a later note prescribes anything', () => {
  const old = noteOn('2024-05-10', [{ medicamento: 'Crema' }, { medicamento: 'Jarabe', duracion: 'hasta terminar' }]);
  expect(names(old)).toEqual(['Crema', 'Jarabe']);
  expect(names(old, noteOn('2026-11-17', []))).toEqual(['Crema', 'Jarabe']);
  expect(names(old, noteOn('2026-11-17', [LOSARTAN]))).toEqual(['Losartán 50 mg']);
});

test('a shorter prescription of the same medicine ends the permanent one', () => {
  const ended = { ...LOSARTAN, permanente: undefined, duracion: '7 días' };
  expect(names(noteOn('2026-01-10', [LOSARTAN]), noteOn('2026-10-10', [ended]))).toEqual([]);
});

test('two strengths of one note are both taken; drafts and lost notes count for nothing', () => {
  const two = ['75 mcg', '50 mcg'].map((strength) => ({
    medicamento: `Levotiroxina ${strength}`,
    dci: 'levotiroxina',
  }));
  const { finalizedAt: _, ...draft } = noteOn('2026-11-17', [{ medicamento: 'En borrador' }], { status: 'draft' });
  const lost = noteOn('2026-11-17', [{ medicamento: 'Ilegible' }], { undecryptable: true });
  expect(names(draft, lost, noteOn('2026-11-01', two))).toEqual(['Levotiroxina 75 mcg', 'Levotiroxina 50 mcg']);
});
