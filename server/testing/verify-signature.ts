import { verify, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { encodeCms, signedBytes } from '#server/pdf/signing/cms';
import { isIssuedBy } from '#server/pdf/signing/identity';
import { digestOf } from '#server/pdf/signing/sign-pdf';
import { readTimestamp, type Timestamp } from '#server/pdf/signing/timestamp';

interface SignatureReport {
  isValid: boolean;
  /** Whether the signature covers the whole file, with nothing appended to it. */
  coversWholeFile: boolean;
  certificate?: X509Certificate;
  timestamp?: Timestamp;
}

const INVALID: SignatureReport = { isValid: false, coversWholeFile: false };

/** Checks the signature of a PDF. A file that differs in any byte from what the product writes is invalid. */
export async function verifySignature(pdf: Uint8Array): Promise<SignatureReport> {
  try {
    return await check(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  } catch {
    return INVALID;
  }
}

async function check(pdf: Buffer): Promise<SignatureReport> {
  const { contents, range } = findSignature(pdf);
  const { start, end } = contents;
  if (range !== `0 ${start} ${end} ${pdf.length - end}`) return INVALID;
  const hex = pdf.toString('latin1', start + 1, end - 1);
  const fileDigest = digestOf(pdf, contents);
  // Decoding is slow, and tests check hundreds of changed files.
  if (!hex.includes(fileDigest.toString('hex'))) return { isValid: false, coversWholeFile: true };
  const { certificates, digest, signature, token } = readCms(Buffer.from(hex, 'hex'));
  const [certificate, ...chain] = certificates;
  if (!certificate) return INVALID;
  const encoded = encodeCms({ digest, signature }, { certificate, chain }, token);
  const own = new X509Certificate(certificate);
  const isValid =
    hex === Buffer.from(encoded).toString('hex').padEnd(hex.length, '0') &&
    fileDigest.equals(digest) &&
    verify('sha256', signedBytes(digest, certificate), own.publicKey, signature) &&
    isChain(certificates);
  const timestamp = token && { timestamp: await readTimestamp(token, signature) };
  return { isValid, coversWholeFile: true, certificate: own, ...timestamp };
}

/** Takes the parts out of a signature as the product encodes it. */
function readCms(padded: Uint8Array) {
  const { result } = asn1js.fromBER(new Uint8Array(padded));
  const signedData = new pkijs.SignedData({ schema: new pkijs.ContentInfo({ schema: result }).content });
  const [signer] = signedData.signerInfos;
  const digest = signer?.signedAttrs?.attributes[1]?.values[0] as asn1js.OctetString | undefined;
  const token = signer?.unsignedAttrs?.attributes[0]?.values[0] as asn1js.Sequence | undefined;
  if (!signer || !digest) throw new Error('the signature is incomplete');
  return {
    certificates: (signedData.certificates ?? []).map((one) => new Uint8Array(one.toSchema().toBER())),
    digest: new Uint8Array(digest.valueBlock.valueHexView),
    signature: new Uint8Array(signer.signature.valueBlock.valueHexView),
    token: token && new Uint8Array(token.valueBeforeDecodeView),
  };
}

/** Whether each certificate was issued by the next one. */
function isChain(chain: Uint8Array[]): boolean {
  const certificates = chain.map((bytes) => new X509Certificate(bytes));
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1];
    return !issuer || isIssuedBy(one, issuer);
  });
}

/**
 * Finds the signature as a PDF reader does: from the end of the file to the cross-reference table, the catalogue, the
 * form and its field. Text elsewhere that looks like a signature is not on that path.
 */
export function findSignature(pdf: Buffer): { contents: { start: number; end: number }; range: string } {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64));
  const table = pdf.toString('latin1', Number(take(/startxref\n(\d+)\n%%EOF\n$/, tail)));
  if (!table.startsWith('xref\n0 ')) throw new Error('there is no cross-reference table');
  const entries = table.indexOf('\n', 'xref\n'.length) + 1;
  const object = (id: string) => {
    const entry = entries + Number(id) * 20;
    const at = Number(take(/^(\d{10}) 00000 n \n/, table.slice(entry, entry + 20)));
    const text = pdf.toString('latin1', at, pdf.indexOf('\nendobj\n', at));
    if (!text.startsWith(`${id} 0 obj\n<<\n`)) throw new Error('there is no such object');
    return { at, text };
  };
  const catalog = object(take(/\/Root (\d+) 0 R/, table.slice(table.indexOf('trailer'))));
  const form = object(take(/\n\/AcroForm (\d+) 0 R\n/, catalog.text));
  const field = object(take(/\n\/Fields \[(\d+) 0 R\]\n/, form.text));
  const signature = object(take(/\n\/V (\d+) 0 R\n/, field.text));
  const range = take(/\n\/ByteRange \[(\d+ \d+ \d+ \d+) *\]\n/, signature.text);
  const hex = /\n\/Contents (<[0-9a-f]*>)\n/.exec(signature.text);
  if (!hex?.[1]) throw new Error('there is no signature');
  const start = signature.at + hex.index + '\n/Contents '.length;
  return { contents: { start, end: start + hex[1].length }, range };
}

function take(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not found`);
  return found;
}
