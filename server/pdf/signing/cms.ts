import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import * as der from './der.ts';

/** A key with its certificate; the chain leads from the certificate's issuer towards the root. */
export interface SigningIdentity {
  key: KeyObject;
  /** DER. */
  certificate: Buffer;
  chain: Buffer[];
}

export const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaSha256: '1.2.840.113549.1.1.11',
};

const SHA256 = der.sequence(der.oid(OIDS.sha256));
const RSA_SHA256 = der.sequence(der.oid(OIDS.rsaSha256), der.nothing());

export const sha256Of = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const attribute = (type: string, value: Buffer) => der.sequence(der.oid(type), der.set(value));

/** What the signature is over: the digest, and which certificate signs it. No time: our clock proves nothing. */
export const signedAttributes = (digest: Buffer, certificate: Buffer): Buffer =>
  der.set(
    attribute(OIDS.contentType, der.oid(OIDS.data)),
    attribute(OIDS.messageDigest, der.octets(digest)),
    attribute(OIDS.signingCertificateV2, der.sequence(der.sequence(der.sequence(der.octets(sha256Of(certificate)))))),
  );

/** The parts that a detached CAdES signature is made of. */
export interface SignatureParts {
  certificate: Buffer;
  chain: Buffer[];
  digest: Buffer;
  signature: Buffer;
  /** RFC 3161, over the signature. */
  timestamp?: Buffer | undefined;
}

export function signDigest(digest: Buffer, { key, certificate, chain }: SigningIdentity): SignatureParts {
  return { certificate, chain, digest, signature: sign('sha256', signedAttributes(digest, certificate), key) };
}

/** The one way in which those parts are written down: the verifier writes them again and compares. */
export function writeCms({ certificate, chain, digest, signature, timestamp }: SignatureParts): Buffer {
  const [serial, issuer] = serialAndIssuerOf(certificate);
  const attributes = Buffer.from(signedAttributes(digest, certificate));
  attributes[0] = 0xa0;
  const signer = der.sequence(
    ...[der.integer(1), der.sequence(issuer, serial), SHA256, attributes, RSA_SHA256, der.octets(signature)],
    ...(timestamp ? [der.tagged(1, attribute(OIDS.timestampToken, timestamp))] : []),
  );
  return der.sequence(
    der.oid(OIDS.signedData),
    der.tagged(
      0,
      der.sequence(
        ...[der.integer(1), der.set(SHA256), der.sequence(der.oid(OIDS.data))],
        ...[der.tagged(0, certificate, ...chain), der.set(signer)],
      ),
    ),
  );
}

/** As they stand in the certificate: written anew, an accent could be encoded differently. */
function serialAndIssuerOf(certificate: Buffer): [serial: Buffer, issuer: Buffer] {
  const body = der.childAt(der.readNode(certificate), 0, der.TAGS.sequence);
  const hasVersion = der.childAt(body, 0).tag === 0xa0;
  const at = hasVersion ? 1 : 0;
  return [der.childAt(body, at, der.TAGS.integer).whole, der.childAt(body, at + 2, der.TAGS.sequence).whole];
}

/** Takes a signature of ours apart. Throws on anything else. */
export function readCms(cms: Buffer): SignatureParts {
  const signedData = der.childAt(der.childAt(der.readNode(cms), 1, 0xa0), 0, der.TAGS.sequence);
  const [certificate, ...chain] = der.childrenOf(der.childAt(signedData, 3, 0xa0)).map(({ whole }) => whole);
  const signer = der.childAt(der.childAt(signedData, 4, der.TAGS.set), 0, der.TAGS.sequence);
  const attributes = der.childrenOf(der.childAt(signer, 3, 0xa0));
  const digest = attributes.find((one) => der.isOid(der.childAt(one, 0), OIDS.messageDigest));
  if (!certificate || !digest) throw new Error('incomplete');
  const unsigned = der.childrenOf(signer)[6];
  return {
    ...{ certificate, chain },
    digest: inside(digest).content,
    signature: der.childAt(signer, 5, der.TAGS.octets).content,
    timestamp: unsigned && inside(der.childAt(unsigned, 0)).whole,
  };
}

const inside = (attributeNode: der.Node) => der.childAt(der.childAt(attributeNode, 1, der.TAGS.set), 0);

/** Whether one certificate was issued and signed by the owner of the other. */
export const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);
