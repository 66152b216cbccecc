import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { OIDS, sha256Of } from './cms.ts';
import * as der from './der.ts';

const KEY_BITS = 3072;
const YEARS = 25;
const NAME = 'Sello de integridad de Ficha Austral';

const COMMON_NAME = '2.5.4.3';
const SUBJECT_KEY_ID = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
/** digitalSignature and nonRepudiation, of the nine uses. */
const SIGNS_DOCUMENTS = Buffer.from([0x03, 0x02, 0x06, 0xc0]);

/** A key and a certificate that it signs itself: it proves that nothing changed, not who we are. PEM of both. */
export async function makeSelfSigned(now: Date): Promise<string> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  const algorithm = der.sequence(der.oid(OIDS.rsaSha256), der.nothing());
  const name = der.sequence(der.set(der.sequence(der.oid(COMMON_NAME), der.utf8(NAME))));
  const until = new Date(now);
  until.setUTCFullYear(now.getUTCFullYear() + YEARS);
  const publicInfo = publicKey.export({ type: 'spki', format: 'der' });
  const extension = (id: string, isCritical: boolean, value: Buffer) =>
    der.sequence(der.oid(id), ...(isCritical ? [der.truth()] : []), der.octets(value));
  const body = der.sequence(
    der.tagged(0, der.integer(2)),
    der.integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ...[algorithm, name, der.sequence(timeOf(now), timeOf(until)), name, publicInfo],
    der.tagged(
      3,
      der.sequence(
        extension(BASIC_CONSTRAINTS, true, der.sequence()),
        extension(KEY_USAGE, true, SIGNS_DOCUMENTS),
        extension(SUBJECT_KEY_ID, false, der.octets(sha256Of(publicInfo).subarray(0, 20))),
      ),
    ),
  );
  const certificate = der.sequence(body, algorithm, der.bits(sign('sha256', body, privateKey)));
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${pemOf(certificate)}`;
}

/** From 2050 on a certificate writes the century. */
function timeOf(instant: Date): Buffer {
  const digits = `${instant.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return instant.getUTCFullYear() < 2050
    ? der.tlv(der.TAGS.utcTime, Buffer.from(digits.slice(2)))
    : der.tlv(der.TAGS.generalizedTime, Buffer.from(digits));
}

const pemOf = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`;
