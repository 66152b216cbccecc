import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { patient, printedCertificate, printedNote, printedReceipt } from '#server/testing/printables';
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
  ['a clinical note', printedNote('clinical-note'), 'd471110b1f2e22406227c7ff4c9b1b2c42d83e29a2a66ae2bf2a21c9d7464009'],
  [
    'a note with measurements',
    printedNote('clinical-note', { measurements: MEASUREMENTS }),
    '187936b26dd21805439447977ca138a00fb9ff6b81ff564568b302ea6eae0116',
  ],
  [
    'a note of a patient with a complete file',
    printedNote('clinical-note', {}, { patient: patient(LEGAL_RECORD) }),
    'f4dc8de57b2ae6d86b77d4a479cc6f857e27707c17d4c64561a7e75bcb265b27',
  ],
  ['prescriptions', printedNote('prescriptions'), '17e05b39a8bd75eeffa49b872edab47b2e1c96d52c213ceaf8fdd8f4eb1cae34'],
  [
    'prescriptions on A4',
    printedNote('prescriptions', {}, { pageSize: 'a4' }),
    '62fc8e930964ff94ee86a82ae7dba1aa92101e4232b941114947093baa49c108',
  ],
  [
    'prescriptions on half letter',
    printedNote('prescriptions', {}, { pageSize: 'half-letter' }),
    '1f2a1d6cab7ef91b37cd045bab7e90af90d968da88d43b2beff59965bd9dd700',
  ],
  ['a certificate', printedCertificate(), '3581bce68de55c73cb8059eb4d34cd008fc0d1102daf273a3b7780634755b451'],
  ['a receipt', printedReceipt(), '997f51d92d05a26864cb12eeaa5977a774988395c3fa8bf9547b894c347f755f'],
])('%s has the same content as ever', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
