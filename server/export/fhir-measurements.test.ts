import { expect, test } from 'vitest';
import { observationResources } from './fhir-measurements.ts';

const RECORD = {
  id: '0198a3a0-0000-7000-8000-000000000001',
  patientId: '0198a3a0-0000-7000-8000-000000000002',
  practitionerId: '0198a3a0-0000-7000-8000-000000000003',
  createdAt: '2026-07-15T12:00:00.000Z',
  finalizedAt: undefined,
  contentHash: undefined,
  resetStatement: undefined,
};

const loincOf = (code: unknown) => (code as { coding: { code: string }[] }).coding[0]?.code;
const quantity = (value: number, code: string) => ({ value, unit: code, system: 'http://unitsofmeasure.org', code });

test('each measurement is an observation with its LOINC code and its unit in UCUM', () => {
  const observations = observationResources(RECORD, {
    weightKg: 72.5,
    heightCm: 172,
    systolic: 120,
    pulse: 72,
    temperatureC: 36.5,
    saturation: 97,
    glucose: 98,
    pain: 0,
    waistCm: 90,
  });
  expect(observations.map(({ code, valueQuantity }) => [loincOf(code), valueQuantity])).toEqual([
    ['29463-7', quantity(72.5, 'kg')],
    ['8302-2', quantity(172, 'cm')],
    ['8867-4', quantity(72, '/min')],
    ['8310-5', quantity(36.5, 'Cel')],
    ['2708-6', quantity(97, '%')],
    ['2339-0', quantity(98, 'mg/dL')],
    ['72514-3', quantity(0, '{score}')],
    ['8280-0', quantity(90, 'cm')],
    ['39156-5', quantity(24.5, 'kg/m2')],
    ['85354-9', undefined],
  ]);
  // One of the two values of the blood pressure was measured.
  expect(observations.at(-1)).toMatchObject({
    status: 'preliminary',
    component: [
      { valueQuantity: quantity(120, 'mm[Hg]') },
      { dataAbsentReason: { coding: [{ code: 'not-performed' }] } },
    ],
  });
  expect(new Set(observations.map(({ id }) => id)).size).toBe(observations.length);
});

test('the observations of a finalised note are final', () => {
  const finalized = { ...RECORD, finalizedAt: '2026-07-15T13:00:00.000Z' };
  expect(observationResources(finalized, { pulse: 72 })).toMatchObject([
    { status: 'final', effectiveDateTime: RECORD.createdAt },
  ]);
  expect(observationResources(finalized, {})).toEqual([]);
});
