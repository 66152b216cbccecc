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
  ['a clinical note', printedNote('clinical-note'), '79352d925bff903087a77fbd5d4e58c602edd21a13f12cca91f3e28407967faa'],
  [
    'a note with measurements',
    printedNote('clinical-note', { measurements: MEASUREMENTS }),
    'c6902bbaabca3e364e7c9d89a6dd07830088512bb90c0970396ef13af4bd3247',
  ],
  [
    'a note of a patient with a complete file',
    printedNote('clinical-note', {}, { patient: patient(LEGAL_RECORD) }),
    'cc531a29d82ea278f0e8b6ec5f4c1528dd3c5d99dea67ae254ed421999103368',
  ],
  ['prescriptions', printedNote('prescriptions'), '84d476aac3d1fe4d2b465eab9b3d7e91cda3cee694c1a3ceb06cfce71c620850'],
  [
    'prescriptions on A4',
    printedNote('prescriptions', {}, { pageSize: 'a4' }),
    '6a1cfd82f8a6b113a0ee08cbc22c6219d3109483ab192bd7c269c1efc243067d',
  ],
  [
    'prescriptions on half letter',
    printedNote('prescriptions', {}, { pageSize: 'half-letter' }),
    '8e9f0a7d92b98601ce99d969dd8f3736e884d1652e716bf979a9d9d9241c3044',
  ],
  ['a certificate', printedCertificate(), '566e457acb5521e99b7dac68d2751dd0c67560c1ba09e95eb95242cef53b8090'],
])('%s has the same content as ever', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
