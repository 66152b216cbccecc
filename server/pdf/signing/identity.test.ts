import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { render } from '#server/pdf/layout/render';
import { signatureOf } from '#server/testing/pdf-programs';
import { printedNote, withFolder } from '#server/testing/printables';
import { verifySignature } from '#server/testing/verify-signature';
import type { SigningIdentity } from './cms.ts';
import { loadSigningIdentity } from './identity.ts';
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

test('the first start makes a key and its certificate, for its owner alone; the next ones read it', () =>
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
  }));

test('two starts at the same moment end up with the same key', () =>
  withFolder(async (folder) => {
    const [one, other] = await Promise.all([1, 2].map(() => loadSigningIdentity(undefined, folder, NOW)));
    expect(one?.certificate).toEqual(other?.certificate);
  }));

test('a damaged key stops the start, with its path', () =>
  withFolder(async (folder) => {
    await loadSigningIdentity(undefined, folder, NOW);
    const path = join(folder, 'keys', 'signing.pem');
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, 900));
    await expect(loadSigningIdentity(undefined, folder, NOW)).rejects.toThrow(`${path} is damaged`);
  }));

/** An operator's certificate, issued by an authority of theirs, with accents in its names. */
function issue(folder: string, algorithm: string): void {
  const subject = (name: string) => ['-utf8', '-nodes', '-subj', `/CN=${name}/O=Clínica Ñuñoa`];
  openssl(
    folder,
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    ...subject('Autoridad'),
  );
  openssl(
    folder,
    'req',
    '-newkey',
    algorithm,
    ...(algorithm === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : []),
    '-keyout',
    'own.key',
    '-out',
    'own.csr',
    ...subject('Sello de la Clínica'),
  );
  openssl(
    folder,
    'x509',
    '-req',
    '-in',
    'own.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'own.pem',
  );
}

const PASSWORD = 'contraseña €';
const MODERN = ['-keypbe', 'AES-256-CBC', '-certpbe', 'AES-256-CBC', '-macalg', 'sha256'];
const OLDER = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];

async function withPkcs12(encryption: string[], work: (path: string) => Promise<void>, algorithm = 'rsa:2048') {
  await withFolder(async (folder) => {
    issue(folder, algorithm);
    openssl(
      folder,
      'pkcs12',
      '-export',
      '-inkey',
      'own.key',
      '-in',
      'own.pem',
      '-certfile',
      'ca.pem',
      '-out',
      'own.p12',
      '-passout',
      `pass:${PASSWORD}`,
      ...encryption,
    );
    await work(join(folder, 'own.p12'));
  });
}

test.each([
  ['as OpenSSL writes it today', MODERN],
  ['as older tools and Windows write it', OLDER],
])('the operator’s PKCS#12, %s, signs', (_, encryption) =>
  withPkcs12(encryption, async (path) => {
    const pdf = signedBy(await loadSigningIdentity({ path, password: PASSWORD }, '/nowhere', NOW));
    expect(verifySignature(pdf)).toMatchObject({ isValid: true });
    expect(verifySignature(pdf).certificate?.subject).toContain('Sello de la Clínica');
    expect(await signatureOf(pdf)).toContain('Signature is Valid.');
  }),
);

test('of the certificates beside the key, the issuers are taken, from one to the next', () =>
  withFolder(async (folder) => {
    const authority = (name: string, ...issuer: string[]) =>
      openssl(
        folder,
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`],
        ...['-keyout', `${name}.key`, '-out', `${name}.pem`, ...issuer],
      );
    const by = (name: string) => ['-CA', `${name}.pem`, '-CAkey', `${name}.key`];
    authority('root');
    authority('upper', ...by('root'));
    authority('lower', ...by('upper'));
    authority('stranger', ...by('root'));
    authority('own', ...by('lower'));
    const read = (name: string) => readFile(join(folder, `${name}.pem`));
    const beside = await Promise.all(['stranger', 'upper', 'root', 'lower'].map(read));
    await writeFile(join(folder, 'beside.pem'), Buffer.concat(beside));
    openssl(
      folder,
      ...['pkcs12', '-export', '-inkey', 'own.key', '-in', 'own.pem', '-certfile', 'beside.pem'],
      ...['-out', 'own.p12', '-passout', `pass:${PASSWORD}`, ...MODERN],
    );
    const identity = await loadSigningIdentity({ path: join(folder, 'own.p12'), password: PASSWORD }, '/nowhere', NOW);
    const subjects = identity.chain.map((bytes) => new X509Certificate(bytes).subject);
    expect(subjects).toEqual(['CN=lower', 'CN=upper']);
    expect(verifySignature(signedBy(identity)).isValid).toBe(true);
    const turned = { ...identity, chain: identity.chain.toReversed() };
    expect(verifySignature(signedBy(turned)).isValid).toBe(false);
  }));

test.each([
  ['of another password', { password: 'otra' }, 'mac verify failure'],
  ['that is not there', { path: '/nowhere/own.p12' }, 'ENOENT'],
])('a PKCS#12 %s stops the start with the reason', (_, changes, reason) =>
  withPkcs12(MODERN, async (path) => {
    const given = { path, password: PASSWORD, ...changes };
    await expect(loadSigningIdentity(given, '/nowhere', NOW)).rejects.toThrow(`SEAL_P12 cannot be used: ${reason}`);
  }),
);

test('a file that is no PKCS#12, and a key that signs differently each time, are refused', async () => {
  await withFolder(async (folder) => {
    await writeFile(join(folder, 'own.p12'), 'no es un PKCS#12');
    const given = { path: join(folder, 'own.p12'), password: PASSWORD };
    await expect(loadSigningIdentity(given, '/nowhere', NOW)).rejects.toThrow('SEAL_P12 cannot be used');
  });
  await withPkcs12(
    MODERN,
    (path) =>
      expect(loadSigningIdentity({ path, password: PASSWORD }, '/nowhere', NOW)).rejects.toThrow('its key is not RSA'),
    'ec',
  );
});
