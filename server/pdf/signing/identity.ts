import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptText } from '#server/platform/crypto/keys';
import { startRefused } from '#server/platform/start-refused';
import { isIssuedBy, type SigningIdentity } from './cms.ts';
import { readPkcs12 } from './pkcs12.ts';
import { makeSelfSigned } from './self-signed.ts';

const FEWEST_BITS = 2048;

export interface GivenIdentity {
  path: string;
  password: string;
}

/** The key that signs documents: the operator's PKCS#12, or one made at the first start and kept in the data folder. */
export async function loadSigningIdentity(
  given: GivenIdentity | undefined,
  dataDir: string,
  now: Date,
): Promise<SigningIdentity> {
  if (given) return fromPkcs12(given);
  const path = join(dataDir, 'keys', 'signing.pem');
  const text = await keptText(path, () => makeSelfSigned(now));
  try {
    return identityOf(createPrivateKey(text), [new X509Certificate(text)]);
  } catch (error) {
    throw startRefused(`${path} is damaged: ${(error as Error).message}`);
  }
}

async function fromPkcs12({ path, password }: GivenIdentity): Promise<SigningIdentity> {
  try {
    const { key, certificates } = readPkcs12(await readFile(path), password);
    return identityOf(
      key,
      certificates.map((bytes) => new X509Certificate(bytes)),
    );
  } catch (error) {
    throw startRefused(`SEAL_P12 cannot be used: ${(error as Error).message}`);
  }
}

function identityOf(key: KeyObject, certificates: X509Certificate[]): SigningIdentity {
  // RSA signs the same bytes alike every time; other kinds of key do not, and a document printed twice would differ.
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < FEWEST_BITS)
    throw new Error(`its key is not RSA of ${FEWEST_BITS} bits or more`);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) throw new Error('it holds no certificate of its key');
  return { key, certificate: own.raw, chain: chainOf(own, certificates).map(({ raw }) => raw) };
}

/** From issuer to issuer, in whatever order they were given, up to the root: it is not sent along. */
function chainOf(own: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const issuers = certificates.filter((one) => one !== own && one.subject !== one.issuer);
  for (let last = own; ; ) {
    const issuer = issuers.find((one) => !chain.includes(one) && isIssuedBy(last, one));
    if (!issuer) return chain;
    chain.push(issuer);
    last = issuer;
  }
}
