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
  ['a clinical note', printedNote('clinical-note'), 'adce77a9986a09ca0972892d62c8b4fd0957691e5e254786057e8421ea3770e4'],
  [
    'a note with measurements',
    printedNote('clinical-note', { measurements: MEASUREMENTS }),
    '2e245dfc66dc17559248c9868625261a7547584aec247c1bca0fdcfc5c2ebfab',
  ],
  [
    'a note of a patient with a complete file',
    printedNote('clinical-note', {}, { patient: patient(LEGAL_RECORD) }),
    '3149300fd6fd3e524c6b439a486ae8a7c86faf9ef4cc650eb43be0a8260ecbc2',
  ],
  ['prescriptions', printedNote('prescriptions'), '1dbe5c611155af4b028a9492f89b0ab00a4aa9d13dcab6f17e3e3b6f6d3212d4'],
  [
    'prescriptions on A4',
    printedNote('prescriptions', {}, { pageSize: 'a4' }),
    '642188ec378d5f60078af8e0b1f461c8c9dd96a84d278a040386f9f085de3b28',
  ],
  [
    'prescriptions on half letter',
    printedNote('prescriptions', {}, { pageSize: 'half-letter' }),
    'ec9e5159fc0171c34cc7babf8ed67007bbf8daef38dff449b961ccf8ba168a7c',
  ],
  ['a certificate', printedCertificate(), 'f055581679406280c2c94fa1af8b325d422f662bd0faed380a11045c532fde98'],
  ['a receipt', printedReceipt(), '10b74e013314711cd9563996ecd2322302bd6451406aa22cee5fe7f6326e784e'],
])('%s has the same content as ever', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
