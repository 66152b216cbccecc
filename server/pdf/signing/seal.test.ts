import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { render } from '#server/pdf/layout/render';
import { signatureOf } from '#server/testing/pdf-programs';
import { newIdentity, printedCertificate, printedNote, professional } from '#server/testing/printables';
import { verifySeal } from '#server/testing/verify-seal';
import type { Printable } from '../printable.ts';
import type { SealIdentity } from './cms.ts';
import { findSeal } from './find-seal.ts';
import { sealPdf, sealRoom } from './seal.ts';

let identity: SealIdentity;
beforeAll(async () => {
  identity = await newIdentity();
});

function sealed(printable: Printable, by = identity): Buffer {
  const { pdf, sealAt } = render(printable, sealRoom(by, false));
  sealPdf(pdf, sealAt, by);
  return pdf;
}

function changed(pdf: Buffer, at: number, to?: number): Buffer {
  const copy = Buffer.from(pdf);
  copy[at] = to ?? (copy[at] ?? 0) ^ 1;
  return copy;
}

test('a sealed document is valid and says whose seal it is', () => {
  const report = verifySeal(sealed(printedNote('plans')));
  expect(report).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(report.certificate?.subject).toBe('CN=Sello de integridad de Ficha Austral');
  expect(report.certificate?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(report.timestamp).toBeUndefined();
});

test('any byte changed makes it invalid', () => {
  const pdf = sealed(printedNote('plans'));
  const { start, end } = findSeal(pdf);
  const everySo = Array.from({ length: 400 }, (_, index) => Math.floor((pdf.length * index) / 400));
  const anywhere = Array.from({ length: 200 }, () => randomInt(pdf.length));
  const inSeal = Array.from({ length: 400 }, (_, index) => start + Math.floor(((end - start) * index) / 400));
  const atEnds = [0, start - 1, start, start + 1, end - 2, end - 1, end, pdf.length - 2, pdf.length - 1];
  const valid = [...everySo, ...anywhere, ...inSeal, ...atEnds].filter((at) => verifySeal(changed(pdf, at)).isValid);
  expect(valid).toEqual([]);
});

test('the same digits in other letters, or one in the white after the signature, are a change too', () => {
  const pdf = sealed(printedNote('plans'));
  const { start, end } = findSeal(pdf);
  const letter = pdf.subarray(start, end).findIndex((byte) => byte >= 0x61 && byte <= 0x66);
  expect(verifySeal(changed(pdf, start + letter, (pdf[start + letter] ?? 0) - 0x20)).isValid).toBe(false);
  expect(verifySeal(changed(pdf, end - 10, 0x31)).isValid).toBe(false);
});

test('another program agrees on what was changed', async () => {
  const pdf = sealed(printedNote('plans'));
  expect(await signatureOf(pdf)).toContain('Signature is Valid.');
  const at = pdf.indexOf('stream\n', findSeal(pdf).end) + 100;
  expect(await signatureOf(changed(pdf, at))).toContain('Digest Mismatch');
});

test('what is appended is not covered, not even one byte or a whole update of the file', () => {
  const pdf = sealed(printedNote('plans'));
  expect(verifySeal(Buffer.concat([pdf, Buffer.from('\n')]))).toMatchObject({ isValid: false, coversWholeFile: false });
  const update = `1 0 obj\n<<\n>>\nendobj\nxref\n0 0\ntrailer\n<<\n/Prev 1\n>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  expect(verifySeal(Buffer.concat([pdf, Buffer.from(update)])).isValid).toBe(false);
});

test('a document cut short, or no document at all, is invalid', () => {
  const pdf = sealed(printedNote('plans'));
  for (const bytes of [
    pdf.subarray(0, -1),
    pdf.subarray(0, 5000),
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(9999, 1),
  ])
    expect(verifySeal(bytes)).toEqual({ isValid: false, coversWholeFile: false });
});

test('a seal written into a name or a title is not taken for the seal', async () => {
  const forged = '/ByteRange [0 9999999999 9999999999 9999999999]\n/Contents <00>\n>>\nendobj\n';
  const pdf = sealed(printedCertificate({ title: forged }, { professional: professional({ name: forged }) }));
  expect(verifySeal(pdf)).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(await signatureOf(pdf)).toContain('Total document signed');
  expect(verifySeal(changed(pdf, pdf.indexOf('(/ByteRange [') + 15)).isValid).toBe(false);
});

test('the seal of another is valid and shows another certificate', async () => {
  const other = await newIdentity();
  const [ours, theirs] = [verifySeal(sealed(printedNote('plans'))), verifySeal(sealed(printedNote('plans'), other))];
  expect(theirs.isValid).toBe(true);
  expect(theirs.certificate?.fingerprint).not.toBe(ours.certificate?.fingerprint);
});

test('the seal of one document does not fit another', () => {
  const [one, other] = [
    sealed(printedNote('plans')),
    sealed(printedNote('plans', {}, { folio: 'ATN-2026-000124-7F3K' })),
  ];
  const [from, to] = [findSeal(one), findSeal(other)];
  one.copy(other, to.start, from.start, from.end);
  expect(verifySeal(other)).toMatchObject({ isValid: false });
});

test('a certificate that issued none of the others has no place beside the seal', async () => {
  const stranger = await newIdentity();
  expect(verifySeal(sealed(printedNote('plans'), { ...identity, chain: [stranger.certificate] })).isValid).toBe(false);
  expect(verifySeal(sealed(printedNote('plans'), { ...identity, chain: [Buffer.from('3000', 'hex')] })).isValid).toBe(
    false,
  );
});
