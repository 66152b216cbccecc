import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { TEST_NOTICE } from '#contract/notice-content';
import type { DeviceSubscription, getNotices } from '#contract/notices';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import { lockOpenSession } from '#server/auth/sessions.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import {
  deleteGoneSubscription,
  deleteOldestSubscriptions,
  deleteSubscription,
  findSubscription,
  replaceSubscription,
  type StoredSubscription,
} from './notices.store.ts';
import type { PushDeps } from './push-service.ts';

type NoticesDeps = PushDeps & Pick<Deps, 'identity' | 'identityTransaction' | 'cipher' | 'now'>;

/** A login makes another session, so without a limit one account could keep the notices of the others waiting. */
const MAX_DEVICES = 20;
/** Long enough for somebody who waits in front of the screen. */
const TEST_SECONDS = 60;

export async function readNotices(
  { identity, push }: NoticesDeps,
  { sessionId }: Owner,
): Promise<z.output<typeof getNotices.reply>> {
  return { publicKey: push.publicKey, isOn: (await findSubscription(identity, sessionId)) !== undefined };
}

/**
 * Turning notices on again changes nothing. On a shared computer the sessions share one browser: the notices of its
 * former session end. Another spelling of its address is the same browser.
 */
export function turnOnNotices(deps: NoticesDeps, owner: Owner, given: DeviceSubscription): Promise<undefined> {
  const { sessionId } = owner;
  const at = deps.now();
  const { origin, pathname, search } = new URL(given.endpoint);
  const device = { ...given, endpoint: origin + pathname + search };
  const endpointHash = createHash('sha256').update(device.endpoint).digest();
  return deps.identityTransaction(async (tx) => {
    await lockOpenSession(tx, owner);
    const before = await findSubscription(tx, sessionId);
    if (before && readSubscription(deps.cipher, before)?.endpoint === device.endpoint) return undefined;
    const subscription = deps.cipher.encrypt(JSON.stringify(device), encryptionContext(sessionId));
    await replaceSubscription(tx, { sessionId, endpointHash, subscription }, at);
    await deleteOldestSubscriptions(tx, owner.id, MAX_DEVICES);
    await record(tx, { act: 'notices.enabled', at, ...actBy(owner, sessionId) });
    return undefined;
  });
}

/** Turning notices off again changes nothing. */
export function turnOffNotices(deps: NoticesDeps, owner: Owner): Promise<undefined> {
  return deps.identityTransaction(async (tx) => {
    if (await deleteSubscription(tx, owner.sessionId)) {
      await record(tx, { act: 'notices.disabled', at: deps.now(), ...actBy(owner, owner.sessionId) });
    }
    return undefined;
  });
}

export async function sendTestNotice(deps: NoticesDeps, { sessionId }: Owner): Promise<undefined> {
  const stored = await findSubscription(deps.identity, sessionId);
  const subscription = stored && readSubscription(deps.cipher, stored);
  if (!subscription) throw new AppError('NOTICES_OFF');
  const options = { seconds: TEST_SECONDS, topic: `${sessionId} test` };
  const status = await deps.push.send(subscription, TEST_NOTICE, options);
  if (status !== undefined && isGone(status)) {
    await deleteGoneSubscription(deps.identity, stored);
    throw new AppError('NOTICES_OFF');
  }
  if (status === undefined || !isAccepted(status)) throw new AppError('NOTICE_NOT_SENT');
  return undefined;
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** The browser is not subscribed any more. */
export const isGone = (status: number): boolean => status === 404 || status === 410;

const encryptionContext = (sessionId: string) => ({
  table: 'push_subscriptions',
  column: 'subscription',
  owner: sessionId,
  row: sessionId,
});

/** Undefined for a damaged row. */
export function readSubscription(
  cipher: FieldCipher,
  { sessionId, subscription }: Pick<StoredSubscription, 'sessionId' | 'subscription'>,
): DeviceSubscription | undefined {
  const text = cipher.tryDecrypt(subscription, encryptionContext(sessionId));
  return text === undefined ? undefined : JSON.parse(text);
}
