import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { OIDS, sha256Of } from './cms.ts';
import * as der from './der.ts';

const LONGEST_ANSWER = 64 * 1024;
const TIMESTAMP_INFO = '1.2.840.113549.1.9.16.1.4';
const HASHES: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Asks an authority when it saw this signature (RFC 3161). Throws when no good answer comes in time. */
export async function requestTimestamp(url: string, signature: Buffer, limitMs: number): Promise<Buffer> {
  const nonce = der.integer(Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const imprint = der.sequence(der.sequence(der.oid(OIDS.sha256), der.nothing()), der.octets(sha256Of(signature)));
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Buffer.from(der.sequence(der.integer(1), imprint, nonce, der.truth())),
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  });
  if (!reply.ok) throw new Error(`the time-stamp authority answered ${reply.status}`);
  const answer = der.readNode(await bodyOf(reply));
  const [status, token] = der.childrenOf(answer);
  const granted = status && der.childAt(status, 0, der.TAGS.integer).content.readUInt8(0) <= 1;
  if (!granted || !token) throw new Error('the time-stamp authority refused');
  if (!stampIn(token.whole, signature) || !infoOf(token.whole).parts.some(({ whole }) => whole.equals(nonce)))
    throw new Error('the time-stamp is not of this signature');
  return token.whole;
}

async function bodyOf(reply: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of reply.body ?? []) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new Error('the time-stamp authority answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** When an authority saw a signature, and whose certificate says so. */
export interface Stamp {
  at: Date;
  authority: { subject: string; fingerprint: string };
}

/** The time-stamp in a token; undefined unless the token is whole and speaks of that signature. */
export function stampIn(token: Buffer, signature: Buffer): Stamp | undefined {
  try {
    const { signedData, content, parts } = infoOf(token);
    const imprint = parts[2];
    const time = parts[4];
    if (!imprint || time?.tag !== der.TAGS.generalizedTime) return undefined;
    const hash = hashIn(der.childAt(imprint, 0));
    const isOfSignature = der.childAt(imprint, 1).content.equals(createHash(hash).update(signature).digest());
    const authority = isOfSignature ? signerOf(signedData, content) : undefined;
    return authority && { at: instantOf(time.content.toString('latin1')), authority };
  } catch {
    return undefined;
  }
}

function infoOf(token: Buffer) {
  const signedData = der.childAt(der.childAt(der.readNode(token), 1, 0xa0), 0, der.TAGS.sequence);
  const encapsulated = der.childAt(signedData, 2, der.TAGS.sequence);
  if (!der.isOid(der.childAt(encapsulated, 0), TIMESTAMP_INFO)) throw new Error('not a time-stamp');
  const { content } = der.childAt(der.childAt(encapsulated, 1, 0xa0), 0, der.TAGS.octets);
  return { signedData, content, parts: der.childrenOf(der.readNode(content)) };
}

function hashIn(algorithm: der.Node): string {
  const name = Object.entries(HASHES).find(([oid]) => der.isOid(der.childAt(algorithm, 0), oid))?.[1];
  if (!name) throw new Error('an unknown hash');
  return name;
}

/** Whose certificate, of those in the token, signed what is in it. Whom to trust is not decided here. */
function signerOf(signedData: der.Node, content: Buffer): Stamp['authority'] | undefined {
  const children = der.childrenOf(signedData);
  const certificates = children.find(({ tag }) => tag === 0xa0);
  const signer = der.childrenOf(children.at(-1) ?? signedData)[0];
  if (!certificates || !signer) return undefined;
  const [, , hashAlgorithm, attributes, , signature] = der.childrenOf(signer);
  if (!hashAlgorithm || attributes?.tag !== 0xa0 || !signature) return undefined;
  const hash = hashIn(hashAlgorithm);
  const digest = der.childrenOf(attributes).find((one) => der.isOid(der.childAt(one, 0), OIDS.messageDigest));
  const isOfContent =
    digest && der.childAt(der.childAt(digest, 1), 0).content.equals(createHash(hash).update(content).digest());
  if (!isOfContent) return undefined;
  const signed = Buffer.from(attributes.whole);
  signed[0] = der.TAGS.set;
  const authority = der
    .childrenOf(certificates)
    .map(({ whole }) => new X509Certificate(whole))
    .find(({ publicKey }) => verify(hash, signed, publicKey, signature.content));
  return authority && { subject: authority.subject, fingerprint: authority.fingerprint256 };
}

/** '20261115170500.123Z' */
function instantOf(text: string): Date {
  const [, ...digits] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = digits.map(Number);
  if (year === 0) throw new Error('not an instant');
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}
