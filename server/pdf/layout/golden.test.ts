import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { printedCertificate, printedNote } from '#server/testing/printables';
import type { Printable } from '../printable.ts';
import { render } from './render.ts';

/** The file with its streams unpacked: how tightly they are packed may differ from one processor to another. */
function fingerprint(printable: Printable): string {
  const text = render(printable, 64).pdf.toString('latin1');
  const hash = createHash('sha256');
  for (const [index, part] of text
    .slice(0, text.lastIndexOf('xref\n0'))
    .split(/stream\n([\s\S]*?)\nendstream/)
    .entries())
    hash.update(index % 2 === 0 ? part.replace(/\/Length \d+/g, '') : unpack(part), 'latin1');
  return hash.digest('hex');
}

function unpack(stream: string): string {
  const isPacked = stream.startsWith('x');
  return isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream;
}

// A document must come out the same in fifteen years. Whoever changes the look, the words, a font or the libraries
// changes these on purpose.
test.each([
  ['a clinical note', printedNote('clinical-note'), '1063f5a0bc57272e7f4db9bd07503fd7a3547eb5051600e21ad6c8d00e99583a'],
  ['prescriptions', printedNote('prescriptions'), '5a728a37f7904a423c76386bdef9155c315bc4a5b7466093f95b627383509fe0'],
  ['a certificate', printedCertificate(), 'd0383c8e24c73ddf29cd1f59dd734d41636c9b4d7abcffdc10157d7b8a82ed55'],
])('%s is what it always was', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
