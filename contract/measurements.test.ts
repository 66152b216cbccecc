import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClinicalNoteContent, isBlank } from './clinical-notes.ts';
import { bodyMassIndex, measurementTexts } from './measurement-texts.ts';
import {
  formatDecimal,
  MEASUREMENT_KINDS,
  MEASUREMENTS,
  measurementProblem,
  readMeasurement,
  SentMeasurements,
} from './measurements.ts';

const kinds = fc.constantFrom(...MEASUREMENT_KINDS);
/** A kind, and a value of it. */
const valid = kinds.chain((kind) => {
  const { min, max, decimals } = MEASUREMENTS[kind];
  const scale = 10 ** decimals;
  return fc
    .integer({ min: Math.ceil(min * scale), max: Math.floor(max * scale) })
    .map((units) => ({ kind, value: Number((units / scale).toFixed(decimals)) }));
});

test('every value is read back as it is shown, with a comma and with a point, and the schema accepts it', () => {
  fc.assert(
    fc.property(valid, ({ kind, value }) => {
      expect(readMeasurement(kind, formatDecimal(value))).toBe(value);
      expect(readMeasurement(kind, ` ${value} `)).toBe(value);
      expect(measurementProblem(kind, ` ${value} `)).toBeUndefined();
      expect(SentMeasurements.parse({ [kind]: value })).toEqual({ [kind]: value });
    }),
  );
});

test('a text that the field accepts, the schema accepts, and no other', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.integer({ min: -10, max: 5000 }).map(String),
    fc.tuple(fc.nat(3000), fc.nat(99_999)).map(([whole, part]) => `${whole},${part}`),
  );
  fc.assert(
    fc.property(kinds, texts, (kind, text) => {
      const value = readMeasurement(kind, text);
      expect(value === undefined).toBe(text.trim() === '' || measurementProblem(kind, text) !== undefined);
      const number = Number(text.trim().replace(',', '.'));
      const isPlain = /^\d{1,6}([.,]\d{1,9})?$/.test(text.trim());
      expect(value !== undefined).toBe(isPlain && SentMeasurements.safeParse({ [kind]: number }).success);
    }),
  );
});

test.each([
  ['weightKg', '3,450', 3.45],
  ['weightKg', '72.5', 72.5],
  ['systolic', '120,0', 120],
  ['pain', '0', 0],
  ['heightCm', '1,72', 'La talla va en centímetros: ¿172?'],
  ['heightCm', '0.505', 'La talla va en centímetros: ¿50,5?'],
  ['heightCm', '3', 'Debe estar entre 15 y 280 cm'],
  ['heightCm', '0,1', 'Debe estar entre 15 y 280 cm'],
  ['temperatureC', '98.6', 'Debe estar entre 10 y 50 °C'],
  ['pain', '11', 'Debe estar entre 0 y 10'],
  ['glucose', '1.250', 'Escríbelo sin decimales'],
  ['temperatureC', '36,55', 'Escríbelo con a lo más 1 decimal'],
  ['weightKg', '70,1234', 'Escríbelo con a lo más 3 decimales'],
  ['weightKg', '-70', 'Escribe solo el número'],
  ['weightKg', '70 kg', 'Escribe solo el número'],
  ['weightKg', '1e2', 'Escribe solo el número'],
  ['weightKg', '7 0', 'Escribe solo el número'],
] as const)('%s: what is typed as %s is read as %s', (kind, text, read) => {
  expect(readMeasurement(kind, text) ?? measurementProblem(kind, text)).toBe(read);
});

test.each([
  [{ weightKg: -1 }, 'Debe estar entre 0,2 y 700 kg'],
  [{ weightKg: Number.POSITIVE_INFINITY }, 'Debe ser un número'],
  [{ weightKg: Number.NaN }, 'Debe ser un número'],
  [{ weightKg: '70' }, 'Debe ser un número'],
  [{ pulse: 72.5 }, 'Escríbelo sin decimales'],
  [[], 'Deben ser mediciones'],
  ['70', 'Deben ser mediciones'],
])('%j is refused', (sent, message) => {
  expect(SentMeasurements.safeParse(sent).error?.issues[0]?.message).toBe(message);
});

test('no measurement at all is the same as none', () => {
  for (const sent of [undefined, null, {}, { weightKg: null, pulse: undefined }, { unknown: 5 }]) {
    const note = ClinicalNoteContent.parse({ measurements: sent });
    expect(JSON.stringify(note)).toBe('{"diagnoses":[],"prescriptions":[]}');
    expect(isBlank(note)).toBe(true);
  }
  expect(isBlank(ClinicalNoteContent.parse({ measurements: { pain: 0 } }))).toBe(false);
});

test('the body mass index has one decimal, and needs weight and height', () => {
  expect(bodyMassIndex({ weightKg: 72.5, heightCm: 172 })).toBe(24.5);
  expect(bodyMassIndex({ weightKg: 3.45, heightCm: 50 })).toBe(13.8);
  expect(bodyMassIndex({ weightKg: 72.5 })).toBeUndefined();
  expect(bodyMassIndex({ heightCm: 172 })).toBeUndefined();
});

test('measurements are shown in Spanish, the blood pressure as one', () => {
  const values = { weightKg: 72.5, heightCm: 172, systolic: 120, diastolic: 80, saturation: 97, pain: 0 };
  expect(measurementTexts(values).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Peso: 72,5 kg',
    'Talla: 172 cm',
    'IMC: 24,5 kg/m²',
    'Presión arterial: 120/80 mmHg',
    'Saturación de oxígeno: 97 %',
    'Dolor: 0/10',
  ]);
  expect(measurementTexts({ diastolic: 80 })).toEqual([{ label: 'Presión diastólica', text: '80 mmHg' }]);
});
