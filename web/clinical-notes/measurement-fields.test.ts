import { expect, test } from 'vitest';
import type { ClinicalNote } from '#contract/clinical-notes';
import {
  contentOf,
  hasPendingInput,
  noteToPlainText,
  parseValues,
  valuesOf,
} from '#web/clinical-notes/clinical-note-form.ts';
import { measurementValues } from '#web/clinical-notes/measurement-fields.ts';

const MEASURED: Partial<ClinicalNote> = { measurements: { weightKg: 72.5, heightCm: 172, pain: 0 } };
const measured = valuesOf({ ...MEASURED, diagnoses: [], prescriptions: [] } as unknown as ClinicalNote);

test('measurements are edited with a comma, and sent as numbers', () => {
  expect(measured.measurements).toMatchObject({ weightKg: '72,5', heightCm: '172', pain: '0', pulse: '' });
  expect(contentOf(measured).measurements).toEqual(MEASURED.measurements);
  expect(JSON.stringify(contentOf(valuesOf()))).toBe('{}');
});

test('a text that is no number is pending input: the others are sent, and it stays in the plain text', () => {
  const values = { ...valuesOf(), measurements: { ...measurementValues(), weightKg: '7o', pulse: '72', pain: ' 4 ' } };
  expect(contentOf(values).measurements).toEqual({ pulse: 72, pain: 4 });
  expect(hasPendingInput(values)).toBe(true);
  expect(hasPendingInput(measured)).toBe(false);
  expect(noteToPlainText(values)).toBe('Mediciones\nPeso: 7o kg\nPulso: 72 lpm\nDolor: 4 /10');
});

test('what a tab stored before there were measurements is read, and their texts are kept', () => {
  const { measurements: _, ...older } = { ...valuesOf(), reason: 'Control' };
  expect(parseValues(older)).toEqual({ ...older, measurements: measurementValues() });
  expect(parseValues({ ...older, measurements: { weightKg: '7o' } })?.measurements).toEqual({
    ...measurementValues(),
    weightKg: '7o',
  });
  for (const damaged of [null, 'texto', [1], { weightKg: {} }]) {
    expect(parseValues({ ...older, measurements: damaged })).toMatchObject({ measurements: measurementValues() });
  }
});
