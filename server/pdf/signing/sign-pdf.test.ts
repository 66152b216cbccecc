import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { render } from '#server/pdf/layout/render';
import { signatureOf } from '#server/testing/pdf-programs';
import { newIdentity, printedCertificate, printedNote, professional } from '#server/testing/printables';
import { verifySignature } from '#server/testing/verify-signature';
import type { Printable } from '../printable.ts';
import type { SigningIdentity } from './cms.ts';
import { findSignature } from './find-signature.ts';
import { signatureSpace, signPdf } from './sign-pdf.ts';

let identity: SigningIdentity;
beforeAll(async () => {
  identity = await newIdentity();
});

function signed(printable: Printable, by = identity): Buffer {
  const { pdf, signatureOffset } = render(printable, signatureSpace(by, false));
  signPdf(pdf, signatureOffset, by);
  return pdf;
}

function changed(pdf: Buffer, at: number, to?: number): Buffer {
  const copy = Buffer.from(pdf);
  copy[at] = to ?? (copy[at] ?? 0) ^ 1;
  return copy;
}

test('a signed document is valid and says whose signature it is', () => {
  const report = verifySignature(signed(printedNote('plans')));
  expect(report).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(report.certificate?.subject).toBe('CN=Sello de integridad de Ficha Austral');
  expect(report.certificate?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(report.timestamp).toBeUndefined();
});

test('any byte changed makes it invalid', () => {
  const pdf = signed(printedNote('plans'));
  const { start, end } = findSignature(pdf);
  const everySo = Array.from({ length: 400 }, (_, index) => Math.floor((pdf.length * index) / 400));
  const anywhere = Array.from({ length: 200 }, () => randomInt(pdf.length));
  const inSignature = Array.from({ length: 400 }, (_, index) => start + Math.floor(((end - start) * index) / 400));
  const atEnds = [0, start - 1, start, start + 1, end - 2, end - 1, end, pdf.length - 2, pdf.length - 1];
  const valid = [...everySo, ...anywhere, ...inSignature, ...atEnds].filter(
    (at) => verifySignature(changed(pdf, at)).isValid,
  );
  expect(valid).toEqual([]);
});

test('the same digits in other letters, or one in the white after the signature, are a change too', () => {
  const pdf = signed(printedNote('plans'));
  const { start, end } = findSignature(pdf);
  const letter = pdf.subarray(start, end).findIndex((byte) => byte >= 0x61 && byte <= 0x66);
  expect(verifySignature(changed(pdf, start + letter, (pdf[start + letter] ?? 0) - 0x20)).isValid).toBe(false);
  expect(verifySignature(changed(pdf, end - 10, 0x31)).isValid).toBe(false);
});

test('another program agrees on what was changed', async () => {
  const pdf = signed(printedNote('plans'));
  expect(await signatureOf(pdf)).toContain('Signature is Valid.');
  const at = pdf.indexOf('stream\n', findSignature(pdf).end) + 100;
  expect(await signatureOf(changed(pdf, at))).toContain('Digest Mismatch');
});

test('what is appended is not covered, not even one byte or a whole update of the file', () => {
  const pdf = signed(printedNote('plans'));
  expect(verifySignature(Buffer.concat([pdf, Buffer.from('\n')]))).toMatchObject({
    isValid: false,
    coversWholeFile: false,
  });
  const update = `1 0 obj\n<<\n>>\nendobj\nxref\n0 0\ntrailer\n<<\n/Prev 1\n>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  expect(verifySignature(Buffer.concat([pdf, Buffer.from(update)])).isValid).toBe(false);
});

test('a document cut short, or no document at all, is invalid', () => {
  const pdf = signed(printedNote('plans'));
  for (const bytes of [
    pdf.subarray(0, -1),
    pdf.subarray(0, 5000),
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(9999, 1),
  ])
    expect(verifySignature(bytes)).toEqual({ isValid: false, coversWholeFile: false });
});

test('a signature written into a name or a title is not taken for the signature', async () => {
  const forged = '/ByteRange [0 9999999999 9999999999 9999999999]\n/Contents <00>\n>>\nendobj\n';
  const pdf = signed(printedCertificate({ title: forged }, { professional: professional({ name: forged }) }));
  expect(verifySignature(pdf)).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(await signatureOf(pdf)).toContain('Total document signed');
  expect(verifySignature(changed(pdf, pdf.indexOf('(/ByteRange [') + 15)).isValid).toBe(false);
});

test('the signature of another is valid and shows another certificate', async () => {
  const other = await newIdentity();
  const [ours, theirs] = [
    verifySignature(signed(printedNote('plans'))),
    verifySignature(signed(printedNote('plans'), other)),
  ];
  expect(theirs.isValid).toBe(true);
  expect(theirs.certificate?.fingerprint).not.toBe(ours.certificate?.fingerprint);
});

test('the signature of one document does not fit another', () => {
  const [one, other] = [
    signed(printedNote('plans')),
    signed(printedNote('plans', {}, { folio: 'ATN-2026-000124-7F3K' })),
  ];
  const [from, to] = [findSignature(one), findSignature(other)];
  one.copy(other, to.start, from.start, from.end);
  expect(verifySignature(other)).toMatchObject({ isValid: false });
});

test('a certificate that issued none of the others has no place beside the signature', async () => {
  const stranger = await newIdentity();
  expect(verifySignature(signed(printedNote('plans'), { ...identity, chain: [stranger.certificate] })).isValid).toBe(
    false,
  );
  expect(
    verifySignature(signed(printedNote('plans'), { ...identity, chain: [Buffer.from('3000', 'hex')] })).isValid,
  ).toBe(false);
});
