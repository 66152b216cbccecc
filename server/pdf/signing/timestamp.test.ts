import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createPrinter, type Printer } from '#server/pdf/printer';
import { qpdfProblems, signatureOf } from '#server/testing/pdf-programs';
import { printedNote, SIGNING_PEM, testIdentity } from '#server/testing/printables';
import { freePort } from '#server/testing/process';
import { verifySignature } from '#server/testing/verify-signature';
import type { SigningIdentity } from './cms.ts';
import { requestTimestamp } from './timestamp.ts';

type Authority = (request: Buffer) => Buffer | Promise<Buffer> | undefined;

let identity: SigningIdentity;
let folder: string;
/** The authority that the tests reach over HTTP. One that gives undefined never answers. */
let authority: Authority;
let status: number;
const server = createServer(async (request, reply) => {
  const body = await authority(Buffer.concat(await request.toArray()));
  if (body) reply.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
});
/** Its worker is started once. */
let printer: Printer;
const problems: unknown[] = [];

beforeAll(async () => {
  identity = await testIdentity();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  printer = printerWith(authorityUrl());
  folder = await mkdtemp(join(tmpdir(), 'ficha-tsa-'));
  await writeFile(join(folder, 'serial'), '01');
  issue('rsa', ['-key', SIGNING_PEM]);
  issue('ec', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', 'ec.key']);
  issue('large', ['-key', SIGNING_PEM, '-addext', `nsComment=${'x'.repeat(14_000)}`]);
});
beforeEach(() => {
  status = 200;
  problems.length = 0;
});
afterAll(async () => {
  await printer.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const authorityUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const printerWith = (timestampUrl: string | undefined, timestampTimeoutMs = 60_000) =>
  createPrinter({
    signer: identity,
    timestampUrl,
    timestampTimeoutMs,
    onTimestampUnavailable: (problem) => problems.push(problem),
    limitMs: 60_000,
  });

async function printOnce(once: Printer) {
  try {
    return await once.print(printedNote('plans'));
  } finally {
    await once.close();
  }
}

function openssl(...args: string[]): void {
  const { status, stderr, error } = spawnSync('openssl', args, { cwd: folder });
  if (error ?? status !== 0) throw error ?? new Error(stderr.toString());
}

/** Makes the certificate of an authority. */
function issue(name: string, options: string[]): void {
  const usage = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'];
  const extensions = usage.flatMap((one) => ['-addext', one]);
  const subject = ['-subj', `/CN=TSA ${name}`, '-out', `${name}.pem`];
  openssl('req', '-x509', '-nodes', ...subject, ...options, ...extensions);
}

/** The response of OpenSSL's time-stamp authority to a request. */
async function respond(request: Uint8Array, name = 'rsa'): Promise<Buffer> {
  const config = ['[tsa]', 'serial = serial', 'default_policy = 1.2.3.4', 'digests = sha256', 'signer_digest = sha256'];
  await writeFile(join(folder, 'tsa.cnf'), `${config.join('\n')}\n`);
  await writeFile(join(folder, 'request.tsq'), request);
  const signer = ['-signer', `${name}.pem`, '-inkey', name === 'ec' ? 'ec.key' : SIGNING_PEM];
  openssl(
    'ts',
    '-reply',
    '-config',
    'tsa.cnf',
    '-section',
    'tsa',
    '-queryfile',
    'request.tsq',
    ...signer,
    '-out',
    'out',
  );
  return readFile(join(folder, 'out'));
}

const encoded = (object: pkijs.PkiObject) => Buffer.from((object.toSchema() as asn1js.Sequence).toBER());

/** The response to the request with one part changed. */
async function respondTo(request: Buffer, change: Partial<pkijs.TimeStampReq>): Promise<Buffer> {
  return respond(encoded(Object.assign(pkijs.TimeStampReq.fromBER(new Uint8Array(request)), change)));
}

test.each(['rsa', 'ec'])('the token of an authority with an %s key is kept beside the signature', async (name) => {
  authority = (request) => respond(request, name);
  const before = Math.floor(Date.now() / 1000) * 1000;
  const { pdf, timestamp } = await printer.print(printedNote('plans'));
  expect(problems).toEqual([]);
  expect(timestamp).toBe('included');
  const report = await verifySignature(pdf);
  expect(report.isValid).toBe(true);
  expect(report.timestamp?.at.getTime()).toBeGreaterThanOrEqual(before);
  const certificate = new X509Certificate(await readFile(join(folder, `${name}.pem`)));
  expect(report.timestamp?.authority.fingerprint256).toBe(certificate.fingerprint256);
  expect(await signatureOf(pdf)).toContain('Signature is Valid.');
  expect(await qpdfProblems(pdf)).toBe('');

  const tampered = Buffer.from(pdf);
  const time = Buffer.from(`180f${Buffer.from('20').toString('hex')}`);
  expect(tampered.indexOf(time)).toBeGreaterThan(0);
  tampered.write('39', tampered.indexOf(time) + 4, 'latin1');
  expect((await verifySignature(tampered)).isValid).toBe(false);
});

const withOtherImprint: Authority = async (request) =>
  respondTo(request, { messageImprint: await pkijs.MessageImprint.create('SHA-256', new Uint8Array([1])) });
const withOtherNonce: Authority = (request) => respondTo(request, { nonce: new asn1js.Integer({ value: 9 }) });
const withoutNonce: Authority = (request) =>
  respondTo(request, { nonce: undefined } as unknown as Partial<pkijs.TimeStampReq>);
const withForgedTime: Authority = async (request) => {
  const response = await respond(request);
  response.write('9', response.indexOf('\x18\x0f20', 0, 'latin1') + 2, 'latin1');
  return response;
};
const refusing: Authority = () =>
  encoded(new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.rejection }) }));
const tooLong: Authority = async (request) => Buffer.concat([await respond(request), Buffer.alloc(100_000)]);
const nested: Authority = () => Buffer.from('3080'.repeat(30_000), 'hex');

const NOT_OF_THIS = 'the time-stamp is not of this signature';
test.each<[string, Authority, string | RegExp, number?]>([
  ['answers with an error', (request) => respond(request), 'the time-stamp authority answered 503', 503],
  ['refuses', refusing, 'the time-stamp authority refused'],
  ['answers with something else', () => Buffer.from('<html>'), /./],
  ['answers with endless nesting', nested, /./],
  ['stamps something else', withOtherImprint, NOT_OF_THIS],
  ['answers another request', withOtherNonce, NOT_OF_THIS],
  ['leaves the nonce out', withoutNonce, NOT_OF_THIS],
  ['sends a token whose own signature is invalid', withForgedTime, NOT_OF_THIS],
  ['answers too much', tooLong, 'the time-stamp authority answered too much'],
  ['sends a token that does not fit', (request) => respond(request, 'large'), /does not fit/],
])('an authority that %s leaves a valid signature without a time-stamp', async (_, answer, problem, code = 200) => {
  authority = answer;
  status = code;
  const { pdf, timestamp } = await printer.print(printedNote('plans'));
  expect(timestamp).toBe('unavailable');
  expect(problems).toEqual([expect.objectContaining({ problem: expect.stringMatching(problem) })]);
  const report = await verifySignature(pdf);
  expect(report).toMatchObject({ isValid: true, coversWholeFile: true });
  expect(report.timestamp).toBeUndefined();
});

test('an authority that never answers leaves a valid signature without a time-stamp', async () => {
  authority = () => undefined;
  const { pdf, timestamp } = await printOnce(printerWith(authorityUrl(), 300));
  expect(timestamp).toBe('unavailable');
  expect(problems).toEqual([expect.objectContaining({ problem: expect.stringContaining('timeout') })]);
  expect((await verifySignature(pdf)).isValid).toBe(true);
});

test('an authority that cannot be reached leaves a valid signature without a time-stamp', async () => {
  const { pdf, timestamp } = await printOnce(printerWith(`http://127.0.0.1:${await freePort()}/`));
  expect(timestamp).toBe('unavailable');
  expect(problems).toEqual([{ problem: 'fetch failed', code: 'ECONNREFUSED' }]);
  expect((await verifySignature(pdf)).isValid).toBe(true);
});

test('without an authority there is no time-stamp', async () => {
  expect((await printOnce(printerWith(undefined))).timestamp).toBe('none');
});

test('the connection of an authority that answers with an error is released', async () => {
  const cancel = vi.fn();
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ cancel }), { status: 500 }));
  try {
    const asked = requestTimestamp('http://authority/', Buffer.from('signature'), 60_000);
    await expect(asked).rejects.toThrow('the time-stamp authority answered 500');
    expect(cancel).toHaveBeenCalledOnce();
  } finally {
    vi.unstubAllGlobals();
  }
});
