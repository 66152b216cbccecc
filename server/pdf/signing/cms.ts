import { createHash, type KeyObject, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

/** A private key with its certificate. The chain leads from the certificate's issuer towards the root. */
export interface SigningIdentity {
  key: KeyObject;
  /** DER. */
  certificate: Uint8Array;
  chain: Uint8Array[];
}

/** A detached CAdES signature: the signed digest and the signature over it. */
export interface DigestSignature {
  digest: Uint8Array;
  signature: Uint8Array;
}

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaSha256: '1.2.840.113549.1.1.11',
};

const sha256 = () => new pkijs.AlgorithmIdentifier({ algorithmId: OIDS.sha256 });
const attribute = (type: string, value: unknown) => new pkijs.Attribute({ type, values: [value] });
const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: new Uint8Array(bytes).buffer });
const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });

/**
 * The attributes that are signed. DER requires the order of their encodings, which is this one. There is no signing
 * time: PAdES forbids it, and the clock of the signer proves nothing.
 */
function signedAttributes(digest: Uint8Array, certificate: Uint8Array) {
  const certificateHash = createHash('sha256').update(certificate).digest();
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(OIDS.contentType, new asn1js.ObjectIdentifier({ value: OIDS.data })),
      attribute(OIDS.messageDigest, octets(digest)),
      attribute(OIDS.signingCertificateV2, sequence(sequence(sequence(octets(certificateHash))))),
    ],
  });
}

/** The bytes that the signature covers: the attributes, encoded as a SET (RFC 5652, 5.4). */
export function signedBytes(digest: Uint8Array, certificate: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(signedAttributes(digest, certificate).toSchema().toBER());
  encoded[0] = 0x31;
  return encoded;
}

/** Signs with RSA PKCS#1 v1.5, which gives the same signature for the same digest every time. */
export const signDigest = (digest: Uint8Array, { key, certificate }: SigningIdentity): DigestSignature => ({
  digest,
  signature: sign('sha256', signedBytes(digest, certificate), key),
});

const parseCertificate = (der: Uint8Array) => pkijs.Certificate.fromBER(new Uint8Array(der));

/** Encodes a signature as CMS (DER), with an RFC 3161 time-stamp of the signature if there is one. */
export function encodeCms(
  { digest, signature }: DigestSignature,
  { certificate, chain }: Pick<SigningIdentity, 'certificate' | 'chain'>,
  timestamp?: Uint8Array,
): Uint8Array {
  const own = parseCertificate(certificate);
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs: signedAttributes(digest, certificate),
    signatureAlgorithm: new pkijs.AlgorithmIdentifier({
      algorithmId: OIDS.rsaSha256,
      algorithmParams: new asn1js.Null(),
    }),
    signature: octets(signature),
  });
  if (timestamp) {
    const token = asn1js.fromBER(new Uint8Array(timestamp)).result;
    signer.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(OIDS.timestampToken, token)],
    });
  }
  const content = new pkijs.SignedData({
    digestAlgorithms: [sha256()],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: OIDS.data }),
    certificates: [own, ...chain.map(parseCertificate)],
    signerInfos: [signer],
  });
  const cms = new pkijs.ContentInfo({ contentType: OIDS.signedData, content: content.toSchema(true) });
  return new Uint8Array(cms.toSchema().toBER());
}
