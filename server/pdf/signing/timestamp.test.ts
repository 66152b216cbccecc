import { sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { createPrinter } from '#server/pdf/printer';
import { consoleErrorsOf, signatureOf } from '#server/testing/pdf-programs';
import { newIdentity, printedNote } from '#server/testing/printables';
import { freePort } from '#server/testing/process';
import { verifySignature } from '#server/testing/verify-signature';
import { OIDS, type SigningIdentity, sha256Of } from './cms.ts';
import * as der from './der.ts';

let identity: SigningIdentity;
let authority: SigningIdentity;
beforeAll(async () => {
  [identity, authority] = await Promise.all([newIdentity(), newIdentity()]);
});

const attribute = (type: string, value: Buffer) => der.sequence(der.oid(type), der.set(value));
const TIME = der.tlv(der.TAGS.generalizedTime, Buffer.from('20261115170612Z'));
const INFO = '1.2.840.113549.1.9.16.1.4';

/** A token as RFC 3161 has it. */
function token(imprint: Buffer, nonce: Buffer): Buffer {
  const algorithm = der.sequence(der.oid(OIDS.sha256));
  const info = der.sequence(der.integer(1), der.oid('1.2.3.4'), imprint, der.integer(7), TIME, nonce);
  const attributes = der.set(
    attribute(OIDS.contentType, der.oid(INFO)),
    attribute(OIDS.messageDigest, der.octets(sha256Of(info))),
  );
  const implicit = Buffer.from(attributes);
  implicit[0] = 0xa0;
  const signer = der.sequence(
    ...[der.integer(1), der.sequence(der.sequence(), der.integer(1)), algorithm, implicit],
    ...[der.sequence(der.oid(OIDS.rsaSha256), der.nothing()), der.octets(sign('sha256', attributes, authority.key))],
  );
  const content = der.sequence(der.oid(INFO), der.tagged(0, der.octets(info)));
  const certificates = der.tagged(0, authority.certificate);
  const signed = der.sequence(der.integer(3), der.set(algorithm), content, certificates, der.set(signer));
  return der.sequence(der.oid(OIDS.signedData), der.tagged(0, signed));
}

type Answer = (request: der.Node) => Buffer | undefined;

const GRANTED = der.sequence(der.integer(0));
const granted: Answer = (request) =>
  der.sequence(GRANTED, token(der.childAt(request, 1).whole, der.childAt(request, 2).whole));

/** An authority on this machine that answers so; undefined is no answer at all. */
async function withAuthority(answer: Answer, work: (url: string) => Promise<void>, status = 200): Promise<void> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = answer(der.readNode(Buffer.concat(chunks)));
      if (body) reply.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function printed(url: string) {
  const told: unknown[] = [];
  const onTimestampUnavailable = (problem: unknown) => told.push(problem);
  const printer = createPrinter({ signer: identity, timestampUrl: url, onTimestampUnavailable, limitMs: 60_000 });
  try {
    return { ...(await printer.print(printedNote('plans'))), told };
  } finally {
    await printer.close();
  }
}

test('the time that an authority saw the signature stands beside it', () =>
  withAuthority(granted, async (url) => {
    const { pdf, timestamp, told } = await printed(url);
    expect(timestamp).toBe('included');
    expect(told).toEqual([]);
    const { isValid, timestamp: stamp } = verifySignature(pdf);
    expect(isValid).toBe(true);
    expect(stamp?.at).toEqual(new Date('2026-11-15T17:06:12Z'));
    expect(stamp?.authority.fingerprint).toBe(new X509Certificate(authority.certificate).fingerprint256);
    expect(await signatureOf(pdf)).toContain('Signature is Valid.');
    expect(await consoleErrorsOf(pdf)).toBe('');

    const tampered = Buffer.from(pdf);
    const time = Buffer.from(Buffer.from('20261115170612Z').toString('hex'));
    tampered.write('39', tampered.indexOf(time) + time.length - 4, 'latin1');
    expect(verifySignature(tampered).isValid).toBe(false);
  }));

const otherImprint: Answer = (request) =>
  der.sequence(
    GRANTED,
    token(der.sequence(der.sequence(der.oid(OIDS.sha256)), der.octets(sha256Of())), der.childAt(request, 2).whole),
  );
const otherNonce: Answer = (request) => der.sequence(GRANTED, token(der.childAt(request, 1).whole, der.integer(9)));

test.each<[string, Answer, number?]>([
  ['answers with an error', granted, 503],
  ['refuses', () => der.sequence(der.sequence(der.integer(2)))],
  ['answers nonsense', () => Buffer.from('<html>')],
  ['stamps something else', otherImprint],
  ['answers an older question', otherNonce],
  ['answers too much', (request) => Buffer.concat([granted(request) ?? Buffer.alloc(0), Buffer.alloc(100_000)])],
  [
    'sends a token that does not fit',
    (request) => der.sequence(GRANTED, der.octets(Buffer.alloc(40_000)), request.whole),
  ],
  ['never answers', () => undefined],
])('an authority that %s leaves a valid signature without a time', (_, answer, status) =>
  withAuthority(
    answer,
    async (url) => {
      const { pdf, timestamp, told } = await printed(url);
      expect(timestamp).toBe('unavailable');
      expect(told).toEqual([expect.objectContaining({ problem: expect.any(String) })]);
      expect(verifySignature(pdf).isValid).toBe(true);
      expect(verifySignature(pdf).timestamp).toBeUndefined();
    },
    status,
  ),
);

test('an authority that is not there leaves a valid signature without a time', async () => {
  const { pdf, timestamp, told } = await printed(`http://127.0.0.1:${await freePort()}/`);
  expect(timestamp).toBe('unavailable');
  expect(told).toEqual([{ problem: 'fetch failed', code: 'ECONNREFUSED' }]);
  expect(verifySignature(pdf).isValid).toBe(true);
});

test('without an authority nothing is said of time', async () => {
  const printer = createPrinter({ signer: identity, limitMs: 60_000 });
  expect((await printer.print(printedNote('plans'))).timestamp).toBe('none');
  await printer.close();
});
