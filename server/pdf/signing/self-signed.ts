import { createHash, KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const KEY = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const YEARS = 25;
const NAME = 'Sello de integridad de Ficha Austral';

const COMMON_NAME = '2.5.4.3';
/** digitalSignature and nonRepudiation. */
const KEY_USAGE = new asn1js.BitString({ valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 });

/** Creates a key and a self-signed certificate, both as PEM. It proves that a file is unchanged, not whose it is. */
export async function createSelfSigned(now: Date): Promise<string> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const name = new pkijs.RelativeDistinguishedNames({
    typesAndValues: [
      new pkijs.AttributeTypeAndValue({ type: COMMON_NAME, value: new asn1js.Utf8String({ value: NAME }) }),
    ],
  });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + YEARS);
  const certificate = new pkijs.Certificate({
    version: 2,
    // The first byte keeps the number positive and of a fixed length.
    serialNumber: new asn1js.Integer({ valueHex: new Uint8Array([0x40, ...randomBytes(15)]).buffer }),
    issuer: name,
    subject: name,
    notBefore: timeOf(now),
    notAfter: timeOf(notAfter),
  });
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  const keyId = createHash('sha256').update(new Uint8Array(certificate.subjectPublicKeyInfo.toSchema().toBER()));
  certificate.extensions = [
    extension(pkijs.id_BasicConstraints, true, new pkijs.BasicConstraints().toSchema()),
    extension(pkijs.id_KeyUsage, true, KEY_USAGE),
    extension(
      pkijs.id_SubjectKeyIdentifier,
      false,
      new asn1js.OctetString({ valueHex: new Uint8Array(keyId.digest().subarray(0, 20)).buffer }),
    ),
  ];
  await certificate.sign(privateKey, KEY.hash);
  return `${KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' })}${new X509Certificate(new Uint8Array(certificate.toSchema().toBER()))}`;
}

const extension = (extnID: string, critical: boolean, value: asn1js.BaseBlock) =>
  new pkijs.Extension({ extnID, critical, extnValue: value.toBER() });

/** RFC 5280 requires the long form for dates from 2050 on. */
const timeOf = (value: Date) =>
  new pkijs.Time({
    type: value.getUTCFullYear() < 2050 ? pkijs.TimeType.UTCTime : pkijs.TimeType.GeneralizedTime,
    value,
  });
