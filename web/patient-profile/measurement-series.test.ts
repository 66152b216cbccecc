import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Measurements } from '#contract/measurements';
import { axisOf, readingsOf, seriesOf } from '#web/patient-profile/measurement-series.ts';

const noteOn = (day: string, measurements?: Measurements, status: ClinicalNote['status'] = 'finalized') =>
  ({ _id: day, date: `${day}T12:00:00.000Z`, status, measurements }) as ClinicalNote;

test('readings come from finalised notes, oldest first', () => {
  const notes = [
    noteOn('2026-03-01', { weightKg: 70 }),
    noteOn('2026-04-01', { weightKg: 60 }, 'draft'),
    noteOn('2026-02-01'),
    noteOn('2026-01-01', { weightKg: 72 }),
  ];
  expect(readingsOf(notes).map(({ noteId }) => noteId)).toEqual(['2026-01-01', '2026-03-01']);
});

test('each measured kind is a series; the blood pressure has two lines and the body mass index its own', () => {
  const readings = readingsOf([
    noteOn('2026-01-01', { weightKg: 72.5, heightCm: 172, systolic: 120, diastolic: 80 }),
    noteOn('2026-02-01', { weightKg: 71, systolic: 118 }),
  ]);
  const shown = seriesOf(readings).map(({ title, lines }) => [title, lines.map(({ points }) => points.length)]);
  expect(shown).toEqual([
    ['Peso', [2]],
    ['Talla', [1]],
    ['IMC', [1]],
    ['Presión arterial', [2, 1]],
  ]);
});

test('an axis has three marks in equal steps, and contains all values', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 2500, noNaN: true }), { minLength: 1, maxLength: 500 }), (values) => {
      const [low, middle, high] = axisOf(values);
      expect(low).toBeLessThanOrEqual(Math.min(...values) + 1e-6);
      expect(high).toBeGreaterThanOrEqual(Math.max(...values) - 1e-6);
      expect(low).toBeLessThan(middle);
      expect(middle - low).toBeCloseTo(high - middle, 6);
    }),
  );
});

test.each([
  { values: [118, 142], marks: [110, 130, 150] },
  { values: [72.5, 70.9], marks: [70.5, 71.5, 72.5] },
  { values: [36.5], marks: [36, 36.5, 37] },
  { values: [0], marks: [0, 0.5, 1] },
])('the axis of $values is marked with $marks', ({ values, marks }) => {
  expect(axisOf(values)).toEqual(marks);
});
