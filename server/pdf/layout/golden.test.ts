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
  ['a clinical note', printedNote('clinical-note'), '04a798060232a6d791fa777f8378523f15f4cd3831d36f392ef51080aee1d843'],
  [
    'a note with measurements',
    printedNote('clinical-note', { measurements: MEASUREMENTS }),
    '4489c2fadfc203cbb6a59183d80c9f8fc7cbc7b2ee91398570477d3fb126f1aa',
  ],
  [
    'a note of a patient with a complete file',
    printedNote('clinical-note', {}, { patient: patient(LEGAL_RECORD) }),
    '5c541a1de15b9fe6bf8c21646f4e1da6a11239a52c342db2185bbb7f75b9f9a1',
  ],
  ['prescriptions', printedNote('prescriptions'), '9134bc8dcdcb596505ef270023513b370bbe093d2eef7e981cc15e7973272ffd'],
  ['a certificate', printedCertificate(), '680ff1a8668e6c1e0a82889e48e696a784d172701c4ac77956ff1466114f2be1'],
])('%s has the same content as ever', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
