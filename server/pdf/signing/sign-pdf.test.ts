import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { render } from '#server/pdf/layout/render';
import { opensslVerifies, signatureOf } from '#server/testing/pdf-programs';
import { newIdentity, printedCertificate, printedNote, professional, testIdentity } from '#server/testing/printables';
import { findSignature, verifySignature } from '#server/testing/verify-signature';
import type { Printable } from '../printable.ts';
import type { SigningIdentity } from './cms.ts';
import { signatureSpace, signPdf } from './sign-pdf.ts';

let identity: SigningIdentity;
beforeAll(async () => {
  identity = await testIdentity();
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

test('a signed document is valid and names its certificate', async () => {
  const report = await verifySignature(signed(printedNote('plans')));
  expect(report).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(report.certificate?.subject).toBe('CN=Sello de integridad de Ficha Austral');
  expect(report.certificate?.fingerprint256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(report.timestamp).toBeUndefined();
});

test('the signature that is returned is the one in the file', () => {
  const { pdf, signatureOffset } = render(printedNote('plans'), signatureSpace(identity, false));
  const { contents, signature } = signPdf(pdf, signatureOffset, identity);
  expect(contents).toEqual(findSignature(pdf).contents);
  expect(pdf.indexOf(Buffer.from(signature).toString('hex'))).toBeGreaterThan(contents.start);
});

test('changing any byte makes the signature invalid', async () => {
  const pdf = signed(printedNote('plans'));
  const { start, end } = findSignature(pdf).contents;
  const everySo = Array.from({ length: 200 }, (_, index) => Math.floor((pdf.length * index) / 200));
  const anywhere = Array.from({ length: 100 }, () => randomInt(pdf.length));
  const inSignature = Array.from({ length: 80 }, (_, index) => start + Math.floor(((end - start) * index) / 80));
  const atEnds = [0, start - 1, start, start + 1, end - 2, end - 1, end, pdf.length - 2, pdf.length - 1];
  const valid: number[] = [];
  for (const at of [...everySo, ...anywhere, ...inSignature, ...atEnds])
    if ((await verifySignature(changed(pdf, at))).isValid) valid.push(at);
  expect(valid).toEqual([]);
});

test('the same hexadecimal digits in capitals, or a digit in the padding, are a change too', async () => {
  const pdf = signed(printedNote('plans'));
  const { start, end } = findSignature(pdf).contents;
  const letter = pdf.subarray(start, end).findIndex((byte) => byte >= 0x61 && byte <= 0x66);
  const inCapitals = changed(pdf, start + letter, (pdf[start + letter] ?? 0) - 0x20);
  expect((await verifySignature(inCapitals)).isValid).toBe(false);
  expect((await verifySignature(changed(pdf, end - 10, 0x31))).isValid).toBe(false);
});

test('poppler and OpenSSL agree on what is valid and what was changed', async () => {
  const pdf = signed(printedNote('plans'));
  const { contents } = findSignature(pdf);
  expect(await signatureOf(pdf)).toContain('Signature is Valid.');
  expect(await opensslVerifies(pdf, contents)).toBe(true);
  const at = pdf.indexOf('stream\n', contents.end) + 100;
  expect(await signatureOf(changed(pdf, at))).toContain('Digest Mismatch');
  expect(await opensslVerifies(changed(pdf, at), contents)).toBe(false);
});

test('what is appended is not covered, be it one byte or an incremental update', async () => {
  const pdf = signed(printedNote('plans'));
  const appended = (text: string) => verifySignature(Buffer.concat([pdf, Buffer.from(text)]));
  expect(await appended('\n')).toMatchObject({ isValid: false, coversWholeFile: false });
  const update = `1 0 obj\n<<\n>>\nendobj\nxref\n0 0\ntrailer\n<<\n/Prev 1\n>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  expect((await appended(update)).isValid).toBe(false);
});

test('a truncated document, or a file that is no document, is invalid', async () => {
  const pdf = signed(printedNote('plans'));
  for (const bytes of [
    pdf.subarray(0, -1),
    pdf.subarray(0, 5000),
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(9999, 1),
  ])
    expect(await verifySignature(bytes)).toEqual({ isValid: false, coversWholeFile: false });
});

test('a signature written into a name or a title is not taken for the signature', async () => {
  const forged = '/ByteRange [0 9999999999 9999999999 9999999999]\n/Contents <00>\n>>\nendobj\n';
  const pdf = signed(printedCertificate({ title: forged }, { professional: professional({ name: forged }) }));
  expect(await verifySignature(pdf)).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(await signatureOf(pdf)).toContain('Total document signed');
  expect((await verifySignature(changed(pdf, pdf.indexOf('(/ByteRange [') + 15))).isValid).toBe(false);
});

test('a signature by another identity is valid and shows another certificate', async () => {
  const ours = await verifySignature(signed(printedNote('plans')));
  const theirs = await verifySignature(signed(printedNote('plans'), await newIdentity()));
  expect(theirs.isValid).toBe(true);
  expect(theirs.certificate?.fingerprint256).not.toBe(ours.certificate?.fingerprint256);
});

test('the signature of one document is invalid in another', async () => {
  const one = signed(printedNote('plans'));
  const other = signed(printedNote('plans', {}, { folio: 'ATN-2026-000124-9C41D07A2E5B' }));
  const [from, to] = [findSignature(one).contents, findSignature(other).contents];
  one.copy(other, to.start, from.start, from.end);
  expect(await verifySignature(other)).toMatchObject({ isValid: false });
});

test('a chain with a certificate that issued none of the others is invalid', async () => {
  const other = await newIdentity();
  const pdf = signed(printedNote('plans'), { ...identity, chain: [other.certificate] });
  expect((await verifySignature(pdf)).isValid).toBe(false);
  const noCertificate = Buffer.from('3000', 'hex');
  expect(() => signed(printedNote('plans'), { ...identity, chain: [noCertificate] })).toThrow();
});
