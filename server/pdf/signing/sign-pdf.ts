import { readCms, type SigningIdentity, sha256Of, signDigest, writeCms } from './cms.ts';

const ROOM_FOR_SIGNATURE = 3072;
const ROOM_FOR_TIMESTAMP = 12_288;

/** How many bytes a signature may take: fixed before it is made, because the file's length counts in it. */
export const signatureSpace = ({ certificate, chain }: SigningIdentity, withTimestamp: boolean): number =>
  ROOM_FOR_SIGNATURE +
  [certificate, ...chain].reduce((sum, { length }) => sum + length, 0) +
  (withTimestamp ? ROOM_FOR_TIMESTAMP : 0);

interface Gap {
  /** Of the '<' before the signature. */
  start: number;
  /** After the '>' behind it. */
  end: number;
}

/**
 * Signs a document in place. Its signature stands at a known place: it is never searched for in the text, where a title
 * could say '/ByteRange' as well.
 */
export function signPdf(pdf: Buffer, signatureOffset: number, identity: SigningIdentity): void {
  const rangeAt = pdf.indexOf('/ByteRange [', signatureOffset) + '/ByteRange ['.length;
  const start = pdf.indexOf('/Contents <', signatureOffset) + '/Contents '.length;
  const gap = { start, end: pdf.indexOf('>', start) + 1 };
  const range = `0 ${gap.start} ${gap.end} ${pdf.length - gap.end}`;
  pdf.write(range.padEnd(pdf.indexOf(']', rangeAt) - rangeAt), rangeAt, 'latin1');
  fillGap(pdf, gap, writeCms(signDigest(digestOf(pdf, gap), identity)));
}

export const digestOf = (pdf: Uint8Array, { start, end }: Gap): Buffer =>
  sha256Of(pdf.subarray(0, start), pdf.subarray(end));

function fillGap(pdf: Buffer, { start, end }: Gap, cms: Buffer): void {
  const room = end - start - 2;
  const hex = cms.toString('hex');
  if (hex.length > room) throw new Error(`a signature of ${cms.length} bytes does not fit in ${room / 2}`);
  pdf.write(hex.padEnd(room, '0'), start + 1, 'latin1');
}

/** Puts a time-stamp beside the signature. What is signed does not change. */
export function addTimestamp(pdf: Buffer, gap: Gap, timestamp: Buffer): void {
  fillGap(pdf, gap, writeCms({ ...readCms(cmsIn(pdf, gap)), timestamp }));
}

export const cmsIn = (pdf: Uint8Array, { start, end }: Gap): Buffer =>
  Buffer.from(Buffer.from(pdf.subarray(start + 1, end - 1)).toString('latin1'), 'hex');
