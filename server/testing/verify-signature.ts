import { verify, X509Certificate } from 'node:crypto';
import { isIssuedBy, readCms, signedAttributes, writeCms } from '#server/pdf/signing/cms';
import { readNode } from '#server/pdf/signing/der';
import { findSignature } from '#server/pdf/signing/find-signature';
import { cmsIn, digestOf } from '#server/pdf/signing/sign-pdf';
import { type Stamp, stampIn } from '#server/pdf/signing/timestamp';

interface SignatureReport {
  isValid: boolean;
  /** Whether the signature speaks of the whole file, with nothing appended behind it. */
  coversWholeFile: boolean;
  /** Whose signature it is: whether to trust them is for the caller to say. */
  certificate?: { subject: string; fingerprint: string; validFrom: Date; validTo: Date };
  /** When an authority saw the signature, and which, if one was asked. Whether to trust it is for the caller to say too. */
  timestamp?: Stamp;
}

const BROKEN: SignatureReport = { isValid: false, coversWholeFile: false };

/** Reads a document of ours and checks its signature. Anything that is not exactly as we write it is not valid. */
export function verifySignature(pdf: Uint8Array): SignatureReport {
  try {
    return check(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  } catch {
    return BROKEN;
  }
}

function check(pdf: Buffer): SignatureReport {
  const gap = findSignature(pdf);
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
