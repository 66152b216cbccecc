import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { DeviceSubscription } from '#contract/notices';
import { createPushService, type PushRequest } from '#server/notices/push-service';

const SALT_BYTES = 16;
const TAG_BYTES = 16;

/** The push services of the tests: they keep what they are sent, and answer as they are told. */
export function createTestPushService() {
  const key = randomBytes(32).fill(1, 0, 1);
  const received: PushRequest[] = [];
  const answers: (number | undefined)[] = [];
  const service = createPushService({ key, subject: 'mailto:avisos@ficha.cl' }, async (request) => {
    received.push(request);
    return answers.length > 0 ? answers.shift() : 201;
  });
  return {
    service,
    received,
    /** Answers the next requests, in this order. Undefined is no answer. */
    answer: (...statuses: (number | undefined)[]) => void answers.push(...statuses),
    /** What arrived since the last call. */
    take: () => received.splice(0),
  };
}

/** A browser that subscribes, with what it needs to read a notice (RFC 8291). */
export function createTestDevice(host = 'fcm.googleapis.com') {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `https://${host}/fcm/send/${randomBytes(24).toString('base64url')}`;
  const subscription: DeviceSubscription = {
    endpoint,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  const read = ({ body }: PushRequest): unknown => JSON.parse(decrypted(Buffer.from(body)).toString('utf8'));

  /** Content-Encoding aes128gcm (RFC 8188): salt, record size, the key of the sender, one record. */
  function decrypted(body: Buffer): Buffer {
    const salt = body.subarray(0, SALT_BYTES);
    const keyStart = SALT_BYTES + 5;
    const recordStart = keyStart + body.readUInt8(SALT_BYTES + 4);
    const sender = body.subarray(keyStart, recordStart);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
    const input = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
    const contentKey = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
    const record = body.subarray(recordStart);
    const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-TAG_BYTES));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2));
  }

  return { endpoint, subscription, read };
}

/** The claims of the token with which the sender names itself (VAPID, RFC 8292), once its signature is right. */
export function vapidClaims({ headers }: PushRequest, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.Authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('another key');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify(
    'sha256',
    signed,
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('a wrong signature');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
}
