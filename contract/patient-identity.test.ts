import fc from 'fast-check';
import { expect, test } from 'vitest';
import { representativeText } from './patient-facts.ts';
import { documentText, nameWithSocial, shortDocumentText } from './patient-identity.ts';
import { PatientInput } from './patients.ts';

const ROSA = { name: 'Rosa Díaz', rut: '12.345.678-5', birthDate: '1980-05-10' };

test.each([
  [undefined, '12.345.678-5', '12345678-5'],
  [null, '123456785', '12345678-5'],
  ['rut', '0012345678-5', '12345678-5'],
  ['passport', '123456785', '123456785'],
  ['passport', ' ab 123.456 ', 'AB123456'],
  ['dni', '00-12345', '00-12345'],
] as const)('the number of a document of type %s, %s, is stored as %s', (documentType, rut, stored) => {
  expect(PatientInput.parse({ ...ROSA, documentType, rut })).toMatchObject({
    rut: stored,
    documentType: documentType ?? 'rut',
  });
});

test.each(['AB_123', 'Ñ123', 'A--1', 'AB/1'])('%s is not the number of a passport', (rut) => {
  const { error } = PatientInput.safeParse({ ...ROSA, documentType: 'passport', rut });
  expect(error?.issues.map(({ path }) => path)).toEqual([['rut']]);
});

test('a number that was stored is stored again as it is', () => {
  const numbers = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9. -]{0,18}$/);
  fc.assert(
    fc.property(numbers, fc.constantFrom('rut', 'passport', 'dni'), (rut, documentType) => {
      const first = PatientInput.safeParse({ ...ROSA, rut, documentType });
      fc.pre(first.success);
      expect(PatientInput.parse(first.data)).toEqual(first.data);
    }),
  );
});

test('a representative has a name, and blank fields are none', () => {
  const parse = (legalRepresentative: object | null) => PatientInput.safeParse({ ...ROSA, legalRepresentative });
  expect(parse(null).data?.legalRepresentative).toBeUndefined();
  expect(parse({ name: ' ', rut: '', relationship: '' }).data?.legalRepresentative).toBeUndefined();
  expect(parse({ name: 'María', rut: '7.654.321-6' }).data?.legalRepresentative).toEqual({
    name: 'María',
    rut: '7654321-6',
  });
  const { error } = parse({ relationship: 'madre' });
  expect(error?.issues).toMatchObject([{ path: ['legalRepresentative', 'name'] }]);
});

test('documents and names as they are shown', () => {
  expect(documentText({ rut: '12345678-5' })).toBe('RUT 12.345.678-5');
  expect(documentText({ rut: '123456785', documentType: 'passport' })).toBe('Pasaporte 123456785');
  expect(shortDocumentText({ rut: '12345678-5' })).toBe('12.345.678-5');
  expect(shortDocumentText({ rut: '123456785', documentType: 'dni' })).toBe('DNI 123456785');
  expect(nameWithSocial({ name: 'Pedro Soto', socialName: 'Amanda Soto' })).toBe('Amanda Soto (Pedro Soto)');
  expect(nameWithSocial({ name: 'Pedro Soto' })).toBe('Pedro Soto');
});

test('the document of a representative is called a RUT only if it is one', () => {
  const name = 'María Soto';
  expect(representativeText({ name, rut: '7654321-6', relationship: 'madre' })).toBe(
    'María Soto, RUT 7.654.321-6 (madre)',
  );
  expect(representativeText({ name, rut: 'AB123' })).toBe('María Soto, documento AB123');
  expect(representativeText({ name })).toBe('María Soto');
});
