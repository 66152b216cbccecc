import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { render } from '#server/pdf/layout/render';
import { opensslVerifies, signatureOf } from '#server/testing/pdf-programs';
import { printedNote, SIGNING_PEM, withFolder } from '#server/testing/printables';
import { findSignature, verifySignature } from '#server/testing/verify-signature';
import type { SigningIdentity } from './cms.ts';
import { loadSigningIdentity, type SigningFiles } from './identity.ts';
import { signatureSpace, signPdf } from './sign-pdf.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

function openssl(folder: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync('openssl', args, { cwd: folder });
  if (error ?? status !== 0) throw error ?? new Error(stderr.toString());
}

function signedBy(identity: SigningIdentity): Buffer {
  const { pdf, signatureOffset } = render(printedNote('plans'), signatureSpace(identity, false));
  signPdf(pdf, signatureOffset, identity);
  return pdf;
}

test('the first start makes a key and its certificate, readable by its owner alone, and later starts read them', () =>
  withFolder(async (folder) => {
    const made = await loadSigningIdentity(undefined, folder, NOW);
    const { mode } = await stat(join(folder, 'keys', 'signing.pem'));
    expect(mode & 0o777).toBe(0o600);
    const certificate = new X509Certificate(made.certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.validFromDate).toEqual(NOW);
    expect(certificate.validToDate).toEqual(new Date('2051-11-01T12:00:00Z'));
    expect(made.key.asymmetricKeyDetails?.modulusLength).toBe(3072);

    const [again, other] = await Promise.all([1, 2].map(() => loadSigningIdentity(undefined, folder, new Date())));
    expect(again?.certificate).toEqual(made.certificate);
    expect(other?.key.equals(made.key)).toBe(true);

    // OpenSSL reads the certificate as one that signs documents and issues no others.
    const args = ['x509', '-in', join(folder, 'keys', 'signing.pem'), '-noout', '-text'];
    const text = spawnSync('openssl', args).stdout.toString();
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/);
    expect(text).toContain('Subject Key Identifier');
    expect(text).toContain('sha256WithRSAEncryption');
  }));

test('two starts at the same moment use the same key', () =>
  withFolder(async (folder) => {
    const [one, other] = await Promise.all([1, 2].map(() => loadSigningIdentity(undefined, folder, NOW)));
    expect(one?.certificate).toEqual(other?.certificate);
  }));

test('a damaged key stops the start, with its path', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'keys', 'signing.pem');
    await mkdir(dirname(path));
    await writeFile(path, (await readFile(SIGNING_PEM, 'utf8')).slice(0, 900));
    await expect(loadSigningIdentity(undefined, folder, NOW)).rejects.toThrow(`${path} is damaged`);
  }));

const PASSPHRASE = 'contraseña €';
/** Quick to make. */
const EC = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** An operator's certificate, issued by an authority, with accents in its names. The files are PEM. */
async function withFiles(work: (files: SigningFiles, folder: string) => Promise<void>, algorithm?: string[]) {
  await withFolder(async (folder) => {
    const subject = (name: string) => ['-utf8', '-nodes', '-subj', `/CN=${name}/O=Clínica Ñuñoa`];
    const request = (options: string[], name: string) => openssl(folder, 'req', ...options, ...subject(name));
    request(['-x509', '-newkey', ...EC, '-keyout', 'ca.key', '-out', 'ca.pem'], 'Autoridad');
    if (algorithm) openssl(folder, 'genpkey', ...algorithm, '-out', 'own.key');
    else openssl(folder, 'pkey', '-in', SIGNING_PEM, '-out', 'own.key');
    request(['-new', '-key', 'own.key', '-out', 'own.csr'], 'Sello de la Clínica');
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    openssl(folder, 'x509', '-req', '-in', 'own.csr', ...issuer, '-out', 'own.pem');
    const files = { certificate: join(folder, 'own.pem'), key: join(folder, 'own.key'), passphrase: undefined };
    await work(files, folder);
  });
}

const load = (files: SigningFiles) => loadSigningIdentity(files, '/nowhere', NOW);

test('the operator’s certificate and key sign documents', () =>
  withFiles(async (files) => {
    const pdf = signedBy(await load(files));
    const report = await verifySignature(pdf);
    expect(report.isValid).toBe(true);
    expect(report.certificate?.subject).toContain('Sello de la Clínica');
    expect(await signatureOf(pdf)).toContain('Signature is Valid.');
    expect(await opensslVerifies(pdf, findSignature(pdf).contents)).toBe(true);
  }));

test('a key may be encrypted, and then needs its passphrase', () =>
  withFiles(async (files, folder) => {
    const to = ['-out', 'encrypted.key', '-passout', `pass:${PASSPHRASE}`];
    openssl(folder, 'pkcs8', '-topk8', '-v2', 'aes-256-cbc', '-in', 'own.key', ...to);
    const encrypted = { ...files, key: join(folder, 'encrypted.key') };
    const identity = await load({ ...encrypted, passphrase: PASSPHRASE });
    expect((await verifySignature(signedBy(identity))).isValid).toBe(true);
    await expect(load(encrypted)).rejects.toThrow('SIGNING_KEY cannot be used: it is encrypted');
    await expect(load({ ...encrypted, passphrase: 'otra' })).rejects.toThrow('SIGNING_KEY cannot be used');
  }));

test('the line of the operations guide turns a PKCS#12 into one file that holds the key and the certificates', () =>
  withFiles(async (files, folder) => {
    const bundle = ['-inkey', 'own.key', '-in', 'own.pem', '-certfile', 'ca.pem', '-out', 'signing.p12'];
    openssl(folder, 'pkcs12', '-export', ...bundle, '-passout', `pass:${PASSPHRASE}`);
    const guide = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const [, line = ''] = /`openssl (pkcs12 -in signing\.p12 [^`]+)`/.exec(guide) ?? [];
    openssl(folder, ...line.split(' '), '-passin', `pass:${PASSPHRASE}`, '-passout', `pass:${PASSPHRASE}`);
    const both = join(folder, 'signing.pem');
    expect(await readFile(both, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    const identity = await load({ certificate: both, key: both, passphrase: PASSPHRASE });
    const expected = new X509Certificate(await readFile(files.certificate)).fingerprint256;
    expect(new X509Certificate(identity.certificate).fingerprint256).toBe(expected);
  }));

test('the chain is put in order, without the root and without certificates that do not belong to it', () =>
  withFolder(async (folder) => {
    const authority = (name: string, issuer?: string) => {
      const key = name === 'own' ? ['-key', SIGNING_PEM] : ['-newkey', ...EC, '-keyout', `${name}.key`];
      const options = [...key, '-nodes', '-subj', `/CN=${name}`, '-out', `${name}.pem`];
      openssl(
        folder,
        'req',
        '-x509',
        ...options,
        ...(issuer ? ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`] : []),
      );
    };
    authority('root');
    authority('upper', 'root');
    authority('lower', 'upper');
    authority('unrelated', 'root');
    authority('own', 'lower');
    const read = (name: string) => readFile(join(folder, `${name}.pem`));
    const all = await Promise.all(['unrelated', 'upper', 'root', 'own', 'lower'].map(read));
    const certificate = join(folder, 'all.pem');
    await writeFile(certificate, Buffer.concat(all));
    const identity = await load({ certificate, key: SIGNING_PEM, passphrase: undefined });
    const subjects = identity.chain.map((bytes) => new X509Certificate(bytes).subject);
    expect(subjects).toEqual(['CN=lower', 'CN=upper']);
    expect((await verifySignature(signedBy(identity))).isValid).toBe(true);
    const reversed = { ...identity, chain: identity.chain.toReversed() };
    expect((await verifySignature(signedBy(reversed))).isValid).toBe(false);
  }));

test.each([
  ['a key that is not there', { key: '/nowhere/own.key' }, 'SIGNING_KEY cannot be used: ENOENT'],
  [
    'a certificate that is not there',
    { certificate: '/nowhere/own.pem' },
    'SIGNING_CERTIFICATE cannot be used: ENOENT',
  ],
  ['the certificate of another key', { certificate: 'ca.pem' }, 'cannot be used: there is no certificate of the key'],
  ['a file that is no key', { key: 'own.csr' }, 'SIGNING_KEY cannot be used'],
  ['a file that is no certificate', { certificate: 'own.key' }, 'there is no certificate of the key'],
])('%s stops the start with the reason', (_, changes, reason) =>
  withFiles(async (files, folder) => {
    const inFolder = Object.entries(changes).map(([name, path]) => [
      name,
      join(path.startsWith('/') ? '' : folder, path),
    ]);
    await expect(load({ ...files, ...Object.fromEntries(inFolder) })).rejects.toThrow(reason);
  }),
);

test.each([
  ['of another kind', ['-algorithm', ...EC]],
  ['too short', ['-algorithm', 'rsa', '-pkeyopt', 'rsa_keygen_bits:1024']],
])('a key %s is refused', (_, algorithm) =>
  withFiles(async (files) => {
    await expect(load(files)).rejects.toThrow('the key is not RSA of 2048 bits or more');
  }, algorithm),
);
