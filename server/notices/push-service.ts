import { createECDH, createHash } from 'node:crypto';
import type { RequestOptions } from 'web-push';
import type { NoticeContent } from '#contract/notice-content';
import { type DeviceSubscription, isPushService } from '#contract/notices';
import { type Config, publicUrlOf } from '#server/platform/config';

export interface PushRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

interface Options {
  /** For how long the push service keeps the notice for a device that is off. */
  seconds: number;
  /** The push service keeps only the last notice with a topic while the device is off. It reads a hash of the topic. */
  topic: string;
}

/** The push services of the makers of browsers (RFC 8030). */
export interface PushService {
  /** In base64url, for browsers. */
  publicKey: string;
  /** Sends an encrypted notice. Returns the status of the answer, and undefined when there is none. */
  send(subscription: DeviceSubscription, notice: NoticeContent, options: Options): Promise<number | undefined>;
}

/** The dependency of the functions that send notices. */
export interface PushDeps {
  push: PushService;
}

/** Shorter than the pause before the next attempt. */
const TIMEOUT_MS = 10_000;
/** Every notice has this length, so that the length of the encrypted one does not tell the kind. */
const PAYLOAD_LENGTH = 512;
const TOPIC_LENGTH = 32;
/** The status with which a service refuses a request that it cannot use. */
const UNUSABLE = 400;

/** The address comes from a client, so the answer is not read, and a redirect is not followed. */
export async function post({ url, headers, body }: PushRequest, timeoutMs = TIMEOUT_MS): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

interface Identity {
  /** The private key of VAPID (RFC 8292): a number of P-256. */
  key: Uint8Array;
  /** Whom a push service asks about this sender: `mailto:` or `https:`. */
  subject: string;
}

export function createPushService({ key, subject }: Identity, send = post): PushService {
  const publicKey = toPublicKey(key).toString('base64url');
  const vapidDetails = { subject, publicKey, privateKey: Buffer.from(key).toString('base64url') };
  return {
    publicKey,
    send: async (subscription, notice, { seconds, topic }) => {
      if (!isPushService(subscription.endpoint)) return UNUSABLE;
      const payload = JSON.stringify(notice).padEnd(PAYLOAD_LENGTH);
      const options = { TTL: seconds, urgency: 'high', topic: hashOfTopic(topic), vapidDetails } as const;
      const request = await encryptedRequest(subscription, payload, options);
      return request ? send(request) : UNUSABLE;
    },
  };
}

/** Undefined for a browser whose public key is no point of the curve. */
async function encryptedRequest(
  subscription: DeviceSubscription,
  payload: string,
  options: RequestOptions,
): Promise<PushRequest | undefined> {
  const { default: webPush } = await import('web-push');
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, options);
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { url: endpoint, headers: Object.fromEntries(texts), body: new Uint8Array(body) };
  } catch {
    return undefined;
  }
}

const hashOfTopic = (topic: string): string =>
  createHash('sha256').update(topic).digest('base64url').slice(0, TOPIC_LENGTH);

function toPublicKey(key: Uint8Array): Buffer {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(key);
  return pair.getPublicKey();
}

/** The address that sends the mails, or else the site. Push services refuse a site without https. */
export function pushSubject(config: Pick<Config, 'mail' | 'publicUrl' | 'port'>): string {
  if (config.mail) return `mailto:${config.mail.from.address}`;
  const url = publicUrlOf(config);
  return url.startsWith('https:') ? url : `mailto:avisos@${new URL(url).hostname}`;
}
