import { createHash } from 'node:crypto';
import { type DigestSignature, encodeCms, type SigningIdentity, signDigest } from './cms.ts';

const SIGNATURE_BYTES = 3072;
const TIMESTAMP_BYTES = 12_288;

/** The bytes to reserve for the CMS. They are fixed before it exists, because the digest depends on the file's length. */
export const signatureSpace = ({ certificate, chain }: SigningIdentity, withTimestamp: boolean): number =>
  SIGNATURE_BYTES +
  [certificate, ...chain].reduce((sum, { length }) => sum + length, 0) +
  (withTimestamp ? TIMESTAMP_BYTES : 0);

/** The part of the file that the signature does not cover: the value of /Contents, from '<' up to and with '>'. */
interface ContentsRange {
  start: number;
  end: number;
}

/** The signature of a PDF, and where the file holds it. */
export interface PdfSignature extends DigestSignature {
  contents: ContentsRange;
}

/**
 * Signs a PDF in place (PAdES B-B). The signature dictionary is at a known offset and is never searched for, because
 * a title may contain '/ByteRange' as well.
 */
export function signPdf(pdf: Buffer, signatureOffset: number, identity: SigningIdentity): PdfSignature {
  const rangeStart = pdf.indexOf('/ByteRange [', signatureOffset) + '/ByteRange ['.length;
  const start = pdf.indexOf('/Contents <', signatureOffset) + '/Contents '.length;
  const contents = { start, end: pdf.indexOf('>', start) + 1 };
  const range = `0 ${contents.start} ${contents.end} ${pdf.length - contents.end}`;
  pdf.write(range.padEnd(pdf.indexOf(']', rangeStart) - rangeStart), rangeStart, 'latin1');
  const digest = digestOf(pdf, contents);
  const signature = { ...signDigest(digest, identity), contents };
  writeContents(pdf, contents, encodeCms(signature, identity));
  return signature;
}

/** Writes the signature again with a time-stamp beside it. The signed bytes do not change. */
export function addTimestamp(
  pdf: Buffer,
  signature: PdfSignature,
  identity: SigningIdentity,
  timestamp: Uint8Array,
): void {
  writeContents(pdf, signature.contents, encodeCms(signature, identity, timestamp));
}

export const digestOf = (pdf: Uint8Array, { start, end }: ContentsRange): Buffer =>
  createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest();

function writeContents(pdf: Buffer, { start, end }: ContentsRange, cms: Uint8Array): void {
  const space = end - start - 2;
  const hex = Buffer.from(cms).toString('hex');
  if (hex.length > space) throw new Error(`a signature of ${cms.length} bytes does not fit in ${space / 2}`);
  pdf.write(hex.padEnd(space, '0'), start + 1, 'latin1');
}
