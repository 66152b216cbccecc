import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { printedCertificate, printedNote } from '#server/testing/printables';
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

// A document must come out the same in fifteen years. A change of the layout, the texts, a font or a library changes
// these hashes, and must do so on purpose.
test.each([
  ['a clinical note', printedNote('clinical-note'), '1063f5a0bc57272e7f4db9bd07503fd7a3547eb5051600e21ad6c8d00e99583a'],
  ['prescriptions', printedNote('prescriptions'), '5a728a37f7904a423c76386bdef9155c315bc4a5b7466093f95b627383509fe0'],
  ['a certificate', printedCertificate(), 'd0383c8e24c73ddf29cd1f59dd734d41636c9b4d7abcffdc10157d7b8a82ed55'],
])('%s has the same content as ever', (_, printable, expected) => {
  expect(fingerprint(printable)).toBe(expected);
});
