import { verify, X509Certificate } from 'node:crypto';
import { isIssuedBy, readCms, signedAttributes, writeCms } from './cms.ts';
import { readNode } from './der.ts';
import { cmsIn, digestOf } from './seal.ts';
import { type Stamp, stampIn } from './timestamp.ts';

export interface SealReport {
  isValid: boolean;
  /** Whether the seal speaks of the whole file, with nothing appended behind it. */
  coversWholeFile: boolean;
  /** Whose seal it is: whether to trust them is for the caller to say. */
  certificate?: { subject: string; fingerprint: string; validFrom: Date; validTo: Date };
  /** When an authority saw the seal, and which, if one was asked. Whether to trust it is for the caller to say too. */
  timestamp?: Stamp;
}

const BROKEN: SealReport = { isValid: false, coversWholeFile: false };

/** Reads a document of ours and checks its seal. Anything that is not exactly as we write it is not valid. */
export function verifySeal(pdf: Uint8Array): SealReport {
  try {
    return check(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  } catch {
    return BROKEN;
  }
}

function check(pdf: Buffer): SealReport {
  const gap = findSeal(pdf);
  const coversWholeFile = gap.range === `0 ${gap.start} ${gap.end} ${pdf.length - gap.end}`;
  if (!coversWholeFile) return BROKEN;
  const parts = readCms(readNode(cmsIn(pdf, gap)).whole);
  const certificate = new X509Certificate(parts.certificate);
  const written = writeCms(parts)
    .toString('hex')
    .padEnd(gap.end - gap.start - 2, '0');
  const stamp = parts.timestamp && stampIn(parts.timestamp, parts.signature);
  const isValid =
    written === pdf.toString('latin1', gap.start + 1, gap.end - 1) &&
    parts.digest.equals(digestOf(pdf, gap)) &&
    verify('sha256', signedAttributes(parts.digest, parts.certificate), certificate.publicKey, parts.signature) &&
    isChain([parts.certificate, ...parts.chain]) &&
    (parts.timestamp === undefined || stamp !== undefined);
  return {
    ...{ isValid, coversWholeFile },
    certificate: {
      subject: certificate.subject,
      fingerprint: certificate.fingerprint256,
      validFrom: certificate.validFromDate,
      validTo: certificate.validToDate,
    },
    ...(stamp ? { timestamp: stamp } : {}),
  };
}

/** Whether each certificate was issued by the next: what the signature does not cover must hold by itself. */
function isChain(chain: Buffer[]): boolean {
  const certificates = chain.map((bytes) => new X509Certificate(bytes));
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1];
    return !issuer || isIssuedBy(one, issuer);
  });
}

/**
 * The way to the seal that a reader takes: from the end of the file to its table, its catalogue, its form, the seal.
 * A text that looks like a seal elsewhere is never on that way.
 */
export function findSeal(pdf: Buffer): { start: number; end: number; range: string } {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64));
  const tableAt = Number(take(/startxref\n(\d+)\n%%EOF\n$/, tail));
  const table = pdf.toString('latin1', tableAt);
  if (!table.startsWith('xref\n0 ')) throw new Error('no table');
  const entries = table.indexOf('\n', 'xref\n'.length) + 1;
  const object = (id: string) => {
    const entry = entries + Number(id) * 20;
    const at = Number(take(/^(\d{10}) 00000 n \n/, table.slice(entry, entry + 20)));
    const end = pdf.indexOf('\nendobj\n', at);
    const text = pdf.toString('latin1', at, end);
    if (!text.startsWith(`${id} 0 obj\n<<\n`)) throw new Error('no object');
    return { at, text };
  };
  const catalog = object(take(/\/Root (\d+) 0 R/, table.slice(table.indexOf('trailer'))));
  const form = object(take(/\n\/AcroForm (\d+) 0 R\n/, catalog.text));
  const field = object(take(/\n\/Fields \[(\d+) 0 R\]\n/, form.text));
  const seal = object(take(/\n\/V (\d+) 0 R\n/, field.text));
  const range = take(/\n\/ByteRange \[(\d+ \d+ \d+ \d+) *\]\n/, seal.text);
  const hex = /\n\/Contents (<[0-9a-f]*>)\n/.exec(seal.text);
  if (!hex?.[1]) throw new Error('no signature');
  const start = seal.at + hex.index + '\n/Contents '.length;
  return { start, end: start + hex[1].length, range };
}

function take(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error('not as we write it');
  return found;
}
