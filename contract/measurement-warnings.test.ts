import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measurementWarning, plausibleRange } from './measurement-warnings.ts';
import { MEASUREMENT_KINDS, MEASUREMENTS, SentMeasurements } from './measurements.ts';

const ages = fc.integer({ min: 0, max: 120 });

test('a plausible range is inside the bounds of its measurement, and its ends do not warn', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MEASUREMENT_KINDS), ages, (kind, age) => {
      const range = plausibleRange(kind, age);
      if (!range) return;
      const { min, max } = MEASUREMENTS[kind];
      expect(range.low).toBeLessThan(range.high);
      expect([range.low >= min, range.high <= max]).toEqual([true, true]);
      for (const value of [range.low, range.high]) {
        expect(SentMeasurements.parse({ [kind]: value })).toEqual({ [kind]: value });
        expect(measurementWarning(kind, { [kind]: value }, age)).toBeUndefined();
      }
    }),
  );
});

test('ranges do not fall with age, but for the pulse, which does not rise', () => {
  for (const kind of ['weightKg', 'heightCm', 'systolic', 'diastolic'] as const) {
    const highs = [0, 1, 3, 6, 12, 18, 80].map((age) => plausibleRange(kind, age)?.high ?? 0);
    expect(highs).toEqual(highs.toSorted((a, b) => a - b));
  }
  const pulses = [0, 1, 3, 6, 12, 18, 80].map((age) => plausibleRange('pulse', age)?.low ?? 0);
  expect(pulses).toEqual(pulses.toSorted((a, b) => b - a));
});

// Pediatric Advanced Life Support (2015), the pulse awake and asleep; WHO growth standards, -3 and +3 standard deviations.
test.each([
  [0, { pulse: 90 }],
  [0, { pulse: 205 }],
  [0, { systolic: 72, diastolic: 37 }],
  [0, { systolic: 104, diastolic: 56 }],
  [0, { weightKg: 2 }],
  [0, { weightKg: 5 }],
  [0, { heightCm: 43.6 }],
  [1, { pulse: 80 }],
  [1, { pulse: 140 }],
  [1, { systolic: 86, diastolic: 42 }],
  [4, { pulse: 65 }],
  [4, { systolic: 112, diastolic: 72 }],
  [8, { pulse: 58 }],
  [8, { systolic: 115, diastolic: 76 }],
  [14, { pulse: 50 }],
  [14, { systolic: 131, diastolic: 83 }],
  [40, { systolic: 120, diastolic: 80, pulse: 72, temperatureC: 36.5, saturation: 97, glucose: 98, pain: 10 }],
  [40, { weightKg: 72.5, heightCm: 172, waistCm: 90 }],
])('at %i years %j does not warn', (age, values) => {
  for (const kind of MEASUREMENT_KINDS)
    expect([kind, measurementWarning(kind, values, age)]).toEqual([kind, undefined]);
});

test.each([
  [40, 'weightKg', { weightKg: 7.2 }, 'Poco habitual a esta edad (30 a 250 kg). Revisa que esté bien escrito.'],
  [2, 'pulse', { pulse: 60 }, 'Poco habitual a esta edad (70 a 190 lpm). Revisa que esté bien escrito.'],
  [40, 'pulse', { pulse: 60 }, undefined],
  [
    40,
    'diastolic',
    { systolic: 80, diastolic: 120 },
    'La sistólica debería ser mayor que la diastólica. Revisa que estén bien escritas.',
  ],
  [40, 'diastolic', { systolic: 80, diastolic: 80 }, expect.stringContaining('La sistólica debería ser mayor')],
  [
    40,
    'heightCm',
    { weightKg: 172, heightCm: 125 },
    'El IMC sería 110,1. Revisa que el peso y la talla estén bien escritos.',
  ],
  [10, 'heightCm', { weightKg: 80, heightCm: 100 }, undefined],
] as const)('at %i years the warning for %s of %j', (age, kind, values, warning) => {
  expect(measurementWarning(kind, values, age)).toEqual(warning);
});
