import { expect, test } from 'vitest';
import type { Patient } from '#contract/patients';
import { backgroundResources } from './fhir-people.ts';

const PATIENT = { _id: '0198a3a0-0000-7000-8000-000000000001', name: 'Rosa Díaz' } as Patient;
const AT = '2026-07-15T12:00:00.000Z';

test('a patient has a coverage, unless there is no insurance or it is unknown', () => {
  const typesWith = (patient: Partial<Patient>) =>
    backgroundResources({ ...PATIENT, ...patient }, AT).map(({ resourceType }) => resourceType);
  expect(typesWith({ prevision: 'isapre' })).toEqual(['Coverage']);
  expect(typesWith({ prevision: 'none' })).toEqual([]);
  expect(typesWith({})).toEqual([]);
});
