import { createDecipheriv, createHash, createPrivateKey, type KeyObject, pbkdf2Sync } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import * as der from './der.ts';

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  pbes2: '1.2.840.113549.1.5.13',
  sha1TripleDes: '1.2.840.113549.1.12.1.3',
};
const CIPHERS: Record<string, [name: string, keyBytes: number]> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
};
const PRFS: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
const MOST_ROUNDS = 10_000_000;

/** The key and the certificates in a PKCS#12 file. Throws with a reason that an operator understands. */
export function readPkcs12(file: Buffer, password: string): { key: KeyObject; certificates: Buffer[] } {
  try {
    createSecureContext({ pfx: file, passphrase: password });
  } catch (error) {
    throw new Error((error as Error).message);
  }
  const safes = contentOf(der.childAt(der.readNode(file), 1, der.TAGS.sequence), password);
  const bags = der
    .childrenOf(der.readNode(safes))
    .flatMap((safe) => der.childrenOf(der.readNode(contentOf(safe, password))));
  const isOf = (type: string) => (bag: der.Node) => der.isOid(der.childAt(bag, 0), type);
  const inside = (bag: der.Node) => der.childAt(der.childAt(bag, 1, 0xa0), 0);

  const shrouded = bags.find(isOf(OIDS.shroudedKeyBag));
  const plain = bags.find(isOf(OIDS.keyBag));
  const bytes = shrouded ? decryptedKey(inside(shrouded), password) : plain && inside(plain).whole;
  if (!bytes) throw new Error('it holds no private key');
  const certificates = bags
    .filter(isOf(OIDS.certificateBag))
    .map((bag) => der.childAt(der.childAt(inside(bag), 1, 0xa0), 0, der.TAGS.octets).content);
  return { key: createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }), certificates };
}

function contentOf(info: der.Node, password: string): Buffer {
  const type = der.childAt(info, 0);
  const value = der.childAt(der.childAt(info, 1, 0xa0), 0);
  if (der.isOid(type, OIDS.data)) return value.content;
  if (!der.isOid(type, OIDS.encryptedData)) throw new Error('it is not protected by a password');
  const encrypted = der.childAt(value, 1, der.TAGS.sequence);
  return decrypt(der.childAt(encrypted, 1), der.childAt(encrypted, 2).content, password);
}

const decryptedKey = (info: der.Node, password: string) =>
  decrypt(der.childAt(info, 0), der.childAt(info, 1, der.TAGS.octets).content, password);

function decrypt(algorithm: der.Node, bytes: Buffer, password: string): Buffer {
  const type = der.childAt(algorithm, 0);
  const parameters = der.childAt(algorithm, 1);
  const { cipher, key, iv } = der.isOid(type, OIDS.pbes2)
    ? modern(parameters, password)
    : legacy(type, parameters, password);
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

const named = <Value>(table: Record<string, Value>, node: der.Node): Value => {
  const found = Object.entries(table).find(([oid]) => der.isOid(node, oid))?.[1];
  if (!found) throw old();
  return found;
};

const old = () =>
  new Error(
    'its encryption is out of date: write it anew with AES-256 (openssl pkcs12 -legacy in, pkcs12 -export out)',
  );

const rounds = (node: der.Node) => {
  const count = Number(`0x${node.content.toString('hex')}`);
  if (!(count <= MOST_ROUNDS)) throw new Error('it asks for too many rounds');
  return count;
};

function modern(parameters: der.Node, password: string) {
  const [derivation, scheme] = der.childrenOf(parameters);
  if (!derivation || !scheme) throw old();
  const [salt, count, ...rest] = der.childrenOf(der.childAt(derivation, 1));
  if (!salt || !count) throw old();
  const prf = rest.find(({ tag }) => tag === der.TAGS.sequence);
  const digest = prf ? named(PRFS, der.childAt(prf, 0)) : 'sha1';
  const [cipher, keyBytes] = named(CIPHERS, der.childAt(scheme, 0));
  const key = pbkdf2Sync(Buffer.from(password, 'utf8'), salt.content, rounds(count), keyBytes, digest);
  return { cipher, key, iv: der.childAt(scheme, 1, der.TAGS.octets).content };
}

/** What Windows and older tools write. RC2 is not read: OpenSSL itself has put it away. */
function legacy(type: der.Node, parameters: der.Node, password: string) {
  if (!der.isOid(type, OIDS.sha1TripleDes)) throw old();
  const salt = der.childAt(parameters, 0, der.TAGS.octets).content;
  const count = rounds(der.childAt(parameters, 1, der.TAGS.integer));
  return {
    cipher: 'des-ede3-cbc',
    key: derive(1, 24, password, salt, count),
    iv: derive(2, 8, password, salt, count),
  };
}

/** The derivation of RFC 7292, appendix B.2, with SHA-1. */
function derive(purpose: number, length: number, password: string, salt: Buffer, count: number): Buffer {
  const block = 64;
  const repeated = (bytes: Buffer) => Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes);
  const secret = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const material = Buffer.concat([repeated(salt), repeated(secret)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += 20) {
    let digest = Buffer.concat([Buffer.alloc(block, purpose), material]);
    for (let round = 0; round < count; round++) digest = createHash('sha1').update(digest).digest();
    parts.push(digest);
    const step = BigInt(`0x${repeated(digest).toString('hex')}`) + 1n;
    for (let at = 0; at < material.length; at += block) {
      const sum = BigInt(`0x${material.toString('hex', at, at + block)}`) + step;
      Buffer.from(
        sum
          .toString(16)
          .padStart(block * 2, '0')
          .slice(-block * 2),
        'hex',
      ).copy(material, at);
    }
  }
  return Buffer.concat(parts).subarray(0, length);
}
