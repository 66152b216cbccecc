import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { patient, printedCertificate, printedNote } from '#server/testing/printables';
import type { Printable } from '../printable.ts';
import { render } from './render.ts';

/** The hash of the file with uncompressed streams: compression may differ between processors. */
function fingerprint(printable: Printable): string {
  const text = render(printable, 64).pdf.toString('latin1');
  const hash = createHash('sha256');
  for (const [index, part] of text
    .slice(0, text.lastIndexOf('xref\n0'))
    .split(/stream\n([\s\S]*?)\nendstream/)
    .entries())
    hash.update(index % 2 === 0 ? part.replace(/\/Length \d+/g, '') : uncompressed(part), 'latin1');
  return hash.digest('hex');
}

function uncompressed(stream: string): string {
  const isCompressed = stream.startsWith('x');
  return isCompressed ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream;
}

const MEASUREMENTS = {
  weightKg: 72.5,
  heightCm: 172,
  systolic: 158,
  diastolic: 94,
  pulse: 78,
  saturation: 97,
  glucose: 132,
};

const LEGAL_RECORD = {
  fichaNumber: 1234,
  documentType: 'passport',
  rut: 'AB123456',
  socialName: 'Amanda Díaz',
  occupation: 'Estudiante',
  prevision: 'fonasa-b',
  legalRepresentative: { name: 'María Soto Díaz', rut: '12345678-5', relationship: 'madre' },
} as const;

// A document must come out the same in fifteen years. A change of the layout, the texts, a font or a library changes
// these hashes, and must do so on purpose.
test.each([
  ['a clinical note', printedNote('clinical-note'), '95cb851bf11624025fd67ed434fe645b54a104a9b01eefb3044e423439b7ca66'],
  [
    'a note with measurements',
    printedNote('clinical-note', { measurements: MEASUREMENTS }),
    'ab2300233bea786dcab695730a474fc51a6f354b1b056c761249f8f51dcf0782',
  ],
  [
    'a note of a patient with a complete file',
    printedNote('clinical-note', {}, { patient: patient(LEGAL_RECORD) }),
    'cf85c816d81c0a2daca6208788f5a7e1fe99db60aac924785992f02b104ad640',
  ],
  ['prescriptions', printedNote('prescriptions'), 'fc376ef5d393f4ce5463f75d64b259ac237a527d47232691f2445bee21366a2a'],
  ['a certificate', printedCertificate(), 'ade58a2c9e9368cff612abceaa83627c2f00afdab5538ad96a111325289ef442'],
])('%s has the same content as ever', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
