import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { keyFile, readIfExists, readOrCreateSecret } from '#server/platform/crypto/keys';
import { startRefused } from '#server/platform/start-refused';
import type { SigningIdentity } from './cms.ts';

const MIN_KEY_BITS = 2048;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** PEM files of the operator: the certificate with its chain, and its key. Both may be the same file. */
export interface SigningFiles {
  certificate: string;
  key: string;
  passphrase: string | undefined;
}

/** Loads the identity that signs documents: the operator's, or one that the first start creates and stores. */
export async function loadSigningIdentity(
  files: SigningFiles | undefined,
  dataDir: string,
  now: Date,
): Promise<SigningIdentity> {
  if (files) return identityFromFiles(files);
  const path = keyFile(dataDir, 'signing.pem');
  return storedIdentity(
    path,
    await readOrCreateSecret(path, async () => (await import('./self-signed.ts')).createSelfSigned(now)),
  );
}

/** Refuses an identity that cannot be used. A missing identity is not created. */
export async function requireUsableIdentity(files: SigningFiles | undefined, dataDir: string): Promise<void> {
  if (files) {
    await identityFromFiles(files);
    return;
  }
  const path = keyFile(dataDir, 'signing.pem');
  const text = await readIfExists(path);
  if (text !== undefined) storedIdentity(path, text);
}

function storedIdentity(path: string, text: string): SigningIdentity {
  try {
    return identityOf(createPrivateKey(text), certificatesIn(text));
  } catch (error) {
    throw startRefused(`${path} is damaged: ${(error as Error).message}`);
  }
}

async function identityFromFiles({ certificate, key, passphrase }: SigningFiles): Promise<SigningIdentity> {
  const privateKey = await usable('SIGNING_KEY', async () => privateKeyIn(await readFile(key, 'utf8'), passphrase));
  return usable('SIGNING_CERTIFICATE', async () =>
    identityOf(privateKey, certificatesIn(await readFile(certificate, 'utf8'))),
  );
}

function privateKeyIn(text: string, passphrase: string | undefined): KeyObject {
  if (passphrase !== undefined) return createPrivateKey({ key: text, passphrase });
  // Without this check, OpenSSL says 'interrupted or cancelled'.
  if (text.includes('ENCRYPTED')) throw new Error('it is encrypted, and SIGNING_KEY_PASSPHRASE is not given');
  return createPrivateKey(text);
}

async function usable<Result>(variable: string, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    throw startRefused(`${variable} cannot be used: ${(error as Error).message}`);
  }
}

const certificatesIn = (text: string) => (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));

function identityOf(key: KeyObject, certificates: X509Certificate[]): SigningIdentity {
  // RSA gives the same signature for the same bytes. With other keys, a document printed twice would differ.
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    throw new Error(`the key is not RSA of ${MIN_KEY_BITS} bits or more`);
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!own) throw new Error('there is no certificate of the key');
  return { key, certificate: own.raw, chain: chainOf(own, certificates).map(({ raw }) => raw) };
}

/** Orders the certificates from issuer to issuer. The root is left out: readers have it or do not trust it. */
function chainOf(own: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const intermediates = certificates.filter((one) => one !== own && one.subject !== one.issuer);
  for (let last = own; ; ) {
    const issuer = intermediates.find((one) => !chain.includes(one) && isIssuedBy(last, one));
    if (!issuer) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

/** Whether a certificate names another as its issuer and is signed by its key. */
export const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);
