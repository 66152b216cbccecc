import { noticeContent } from '#contract/notice-content';
import { openSessionLimits } from '#server/auth/sessions.service';
import type { Deps } from '#server/deps';
import type { MailTx } from '#server/platform/database/database';
import { startRounds } from '#server/platform/start-rounds';
import { createWorkers } from '#server/platform/workers';
import * as store from './delivery.store.ts';
import { isAccepted, isGone, readSubscription } from './notices.service.ts';
import { deleteGoneSubscription } from './notices.store.ts';
import type { PushDeps } from './push-service.ts';

type DeliveryDeps = PushDeps & Pick<Deps, 'mail' | 'mailTransaction' | 'cipher' | 'now' | 'warn'>;

const MINUTE_MS = 60 * 1000;
/** After an hour the agenda says more than the notice. */
const LIFETIME_MS = 60 * MINUTE_MS;
/** The pause after each attempt. The last one repeats. The first is longer than an attempt can take. */
const PAUSES_MS = [1, 3, 10, 20, 30].map((minutes) => minutes * MINUTE_MS);
const INTERVAL_MS = 5000;

type Claim = store.Delivery & { isSendable: boolean };

/** Takes a delivery for this process. It is not due again before the pause is over, even if the process ends. */
async function claim(deps: DeliveryDeps, tx: MailTx): Promise<Claim | undefined> {
  const now = deps.now();
  const delivery = await store.lockDueDelivery(tx, openSessionLimits(now));
  if (!delivery) return undefined;
  const isOver = now.getTime() - delivery.noticedAt.getTime() >= LIFETIME_MS;
  if (isOver || !delivery.isAllowed) {
    await store.finishDelivery(tx, delivery);
    return { ...delivery, isSendable: false };
  }
  const pause = PAUSES_MS[delivery.attempts] ?? PAUSES_MS.at(-1) ?? LIFETIME_MS;
  await store.countAttempt(tx, delivery, new Date(now.getTime() + pause));
  return { ...delivery, isSendable: true };
}

async function deliver(deps: DeliveryDeps, delivery: Claim): Promise<void> {
  if (!delivery.isSendable) return;
  const { ownerId, sessionId, kind, day, noticedAt, attempts, isForAssistant } = delivery;
  const subscription = readSubscription(deps.cipher, delivery);
  if (!subscription) return store.finishDelivery(deps.mail, delivery);
  const left = noticedAt.getTime() + LIFETIME_MS - deps.now().getTime();
  const content = noticeContent({ kind, day, professional: ownerId, isForAssistant });
  const options = { seconds: Math.max(0, Math.ceil(left / 1000)), topic: `${sessionId} ${content.tag}` };
  const status = await deps.push.send(subscription, content, options);
  if (status !== undefined && isAccepted(status)) return store.finishDelivery(deps.mail, delivery);
  if (status !== undefined && isGone(status)) return deleteGoneSubscription(deps.mail, delivery);
  const { host } = new URL(subscription.endpoint);
  deps.warn({ host, status, attempts: attempts + 1 }, 'a notice was not delivered');
  if (status !== undefined && !isTemporary(status)) await store.finishDelivery(deps.mail, delivery);
}

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Delivers the notices that are due, several at once. */
export async function deliverDueNotices(deps: DeliveryDeps): Promise<void> {
  const now = deps.now();
  const since = new Date(now.getTime() - LIFETIME_MS);
  await deps.mailTransaction((tx) => store.distributeNotices(tx, since, openSessionLimits(now)));
  const errors: unknown[] = [];
  const workers = createWorkers(
    {
      claim: () => deps.mailTransaction((tx) => claim(deps, tx)),
      run: (delivery: Claim) => deliver(deps, delivery),
    },
    (error) => {
      if (error !== undefined) errors.push(error);
    },
  );
  workers.begin();
  await workers.idle();
  if (errors.length > 0) throw errors[0];
}

/** Delivers now and every few seconds. The returned function stops it after the notices under way. */
export const startNoticeDelivery = (deps: DeliveryDeps): (() => Promise<void>) =>
  startRounds({
    everyMs: INTERVAL_MS,
    run: () => deliverDueNotices(deps),
    warn: deps.warn,
    failure: 'due notices could not be read',
  });
