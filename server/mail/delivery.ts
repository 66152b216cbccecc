import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { MailKind } from '#contract/mail';
import { CONFIRMATION_DAYS, RECOVERY_MINUTES } from '#contract/recovery';
import { type Region, timeZoneOf } from '#contract/regions';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { Database, MailTx } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import { createWorkers } from '#server/platform/workers';
import {
  isComposed,
  isLimited,
  type MailComposer,
  type MailComposers,
  type MailOutcome,
  type QueuedComposedMail,
} from './composed-mail.ts';
import { addressIn } from './mail-address.ts';
import { renderMessage } from './messages.ts';
import * as outbox from './outbox.store.ts';
import { type MailParameters, parametersOf } from './outbox.ts';
import type { DeliveryError, Mail, Mailer } from './smtp.ts';

type Log = (details: Record<string, unknown>, message: string) => void;

export interface DeliveryDeps extends Pick<Database, 'mail' | 'mailTransaction'> {
  cipher: FieldCipher;
  mailer: Mailer;
  composers: MailComposers;
  publicUrl: string;
  now(): Date;
  warn: Log;
}

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The pause after each attempt. The last one repeats. The first is longer than an attempt can take. */
const PAUSES_MS = [2, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);
/** Nobody waits for a recovery longer than an hour. The law asks for the receipt of a request about rights. */
const GIVE_UP_MS: Partial<Record<MailKind, number>> = { recovery: HOUR_MS, 'rights-receipt': 7 * DAY_MS };
const giveUpAfter = (kind: MailKind): number => GIVE_UP_MS[kind] ?? DAY_MS;
/** Maximum number of recoveries that are sent while a link works, however often and by whomever they are requested. */
const MAX_RECOVERIES = 3;
/** Maximum number of mails to patients a day for one account, so that none becomes a sender of spam. */
const MAX_MESSAGES_A_DAY = 1000;

const CONFIRMATION = { purpose: 'email-confirmation', page: '/confirmar-correo' } as const;

/** The page of each link and how long it works. The token is in the fragment, which browsers send to no server. */
const LINKS: Partial<Record<MailKind, { purpose: outbox.LinkPurpose; page: string; lifetimeMs: number }>> = {
  recovery: { purpose: 'recovery', page: '/nueva-contrasena', lifetimeMs: RECOVERY_MINUTES * MINUTE_MS },
  'email-confirmation': { ...CONFIRMATION, lifetimeMs: CONFIRMATION_DAYS * DAY_MS },
};

const INTERVAL_MS = 3000;
/** A delivery that takes longer is repeated after the next start. */
const STOP_TIMEOUT_MS = 2000;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Claim extends outbox.DueMail {
  isSendable: boolean;
  /** Why a composed mail is given up. Its feature is told. */
  givenUp?: 'EXPIRED' | 'LIMIT' | undefined;
  recipient?: outbox.Recipient;
  token?: string;
}

/**
 * Takes a mail for this process: it is not due again until the pause is over, also when the process ends meanwhile. Its
 * link is made here, so that the link works when the mail arrives.
 */
async function claim(deps: DeliveryDeps, tx: MailTx): Promise<Claim | undefined> {
  const at = deps.now();
  const mail = await outbox.lockDueMail(tx, at);
  if (!mail) return undefined;
  const dropped = { ...mail, isSendable: false };
  const fail = async (failure: string) => {
    await outbox.finishMail(tx, mail.id, { status: 'failed', failure, at });
    return dropped;
  };
  const recipient = await recipientOf(deps, tx, mail);
  if (!recipient) {
    // Nobody has an account with that address.
    await outbox.deleteMail(tx, mail.id);
    return dropped;
  }
  if (mail.userId === null) await outbox.assignMail(tx, mail.id, recipient.id);
  const givenUp = await reasonToGiveUp(tx, { ...mail, userId: recipient.id }, at);
  if (givenUp && !isComposed(mail.kind)) return fail(givenUp);
  if (mail.kind === 'recovery') {
    const other = { id: mail.id, userId: recipient.id, kind: mail.kind };
    const period = { since: new Date(at.getTime() - RECOVERY_MINUTES * MINUTE_MS), until: at };
    const recent = await outbox.countOtherMails(tx, other, period);
    if (recent >= MAX_RECOVERIES) return fail('LIMIT');
  }
  const pause = PAUSES_MS[Math.min(mail.attempts, PAUSES_MS.length - 1)] ?? HOUR_MS;
  await outbox.countAttempt(tx, mail.id, new Date(at.getTime() + pause));
  const claimed: Claim = { ...mail, isSendable: true, givenUp, recipient };
  const link = LINKS[mail.kind];
  if (link) {
    claimed.token = randomBytes(32).toString('base64url');
    const { purpose, lifetimeMs } = link;
    const expiresAt = new Date(at.getTime() + lifetimeMs);
    await outbox.insertLink(tx, {
      tokenHash: hashOfToken(claimed.token),
      userId: recipient.id,
      purpose,
      at,
      expiresAt,
    });
  }
  return claimed;
}

async function reasonToGiveUp(
  tx: MailTx,
  { kind, userId, createdAt, byStranger }: outbox.DueMail & { userId: string },
  at: Date,
): Promise<'EXPIRED' | 'LIMIT' | undefined> {
  if (at.getTime() - createdAt.getTime() > giveUpAfter(kind)) return 'EXPIRED';
  if (!isLimited(kind) || byStranger) return undefined;
  const sent = await outbox.countSentSince(tx, { userId, kind }, new Date(at.getTime() - DAY_MS));
  return sent >= MAX_MESSAGES_A_DAY ? 'LIMIT' : undefined;
}

async function recipientOf(
  deps: DeliveryDeps,
  tx: MailTx,
  mail: outbox.DueMail,
): Promise<outbox.Recipient | undefined> {
  if (mail.userId !== null) return outbox.recipientById(tx, mail.userId);
  const { email } = readParameters<MailParameters>(deps, mail) ?? {};
  return outbox.recipientByEmail(tx, email ?? '');
}

/** Undefined for a damaged row, which must not keep the others from being delivered. */
function readParameters<Parameters>(
  { cipher }: DeliveryDeps,
  { id, parameters }: outbox.DueMail,
): Parameters | undefined {
  const text = cipher.tryDecrypt(parameters, parametersOf(id));
  return text === undefined ? undefined : JSON.parse(text);
}

async function deliver(deps: DeliveryDeps, mail: Claim): Promise<void> {
  const { id, kind, recipient, token } = mail;
  if (!mail.isSendable || !recipient) return;
  if (isComposed(kind)) return deliverComposed(deps, mail, deps.composers[kind]);
  const page = LINKS[kind]?.page;
  const message = renderMessage(kind, {
    link: token === undefined ? undefined : `${deps.publicUrl}${page}#${token}`,
    at: mail.createdAt,
    timeZone: timeZoneOf((recipient.region ?? undefined) as Region | undefined),
    network: readParameters<MailParameters>(deps, mail)?.network,
  });
  // Mailboxes show messages with one id once. Each attempt has a link of its own, and all of them work.
  const messageId = token === undefined ? id : `${id}.${mail.attempts + 1}`;
  const outcome = await send(deps, mail, { ...message, id: messageId, to: recipient.email });
  if (outcome) await finish(deps, mail, outcome);
}

/**
 * The feature stores the outcome before the outbox forgets the mail. If the process ends in between, the next attempt
 * finds that nothing is left to send. If it ends before, the mail is sent again with the same id, and mailboxes show it
 * once.
 */
async function deliverComposed(deps: DeliveryDeps, mail: Claim, composer: MailComposer): Promise<void> {
  const { id, kind, userId, createdAt, givenUp } = mail;
  const failed = givenUp && ({ status: 'failed', failure: givenUp, to: undefined } as const);
  const parameters = readParameters<Record<string, unknown>>(deps, mail);
  if (userId === null || !parameters) {
    if (failed) await finish(deps, mail, failed);
    else await outbox.saveFailure(deps.mail, id, 'UNREADABLE');
    return;
  }
  const queued: QueuedComposedMail = { ownerId: userId, parameters, createdAt };
  try {
    const composed = failed ? undefined : await composer.compose(queued);
    if (!failed && !composed) return await outbox.deleteMail(deps.mail, id);
    const outcome = composed ? await send(deps, mail, { ...composed, id, to: addressIn(composed.to) }) : failed;
    if (!outcome) return;
    await composer.finish(queued, outcome);
    await finish(deps, mail, outcome);
  } catch (error) {
    deps.warn({ mailId: id, kind, ...describeError(error as Error) }, 'a mail could not be composed or finished');
    await outbox.saveFailure(deps.mail, id, 'COMPOSER');
  }
}

/** Undefined for a failure that may be over at the next attempt. */
async function send(deps: DeliveryDeps, { id, kind, attempts }: Claim, mail: Mail): Promise<MailOutcome | undefined> {
  try {
    await deps.mailer.send(mail);
    return { status: 'sent', to: mail.to };
  } catch (error) {
    const { failure = 'UNKNOWN', isPermanent = false } = error as Partial<DeliveryError>;
    deps.warn({ mailId: id, kind, failure, attempts: attempts + 1 }, 'a mail was not delivered');
    if (isPermanent) return { status: 'failed', failure, to: mail.to };
    await outbox.saveFailure(deps.mail, id, failure);
    return undefined;
  }
}

const finish = (deps: DeliveryDeps, { id }: Claim, outcome: MailOutcome): Promise<void> =>
  outbox.finishMail(deps.mail, id, { failure: undefined, ...outcome, at: deps.now() });

const deliveryWorkers = (deps: DeliveryDeps, onEnd: (error?: unknown) => void) =>
  createWorkers(
    { claim: () => deps.mailTransaction((tx) => claim(deps, tx)), run: (mail: Claim) => deliver(deps, mail) },
    onEnd,
  );

/** Delivers the mails that are due, several at once. */
export async function deliverDue(deps: DeliveryDeps): Promise<void> {
  const errors: unknown[] = [];
  const workers = deliveryWorkers(deps, (error) => {
    if (error !== undefined) errors.push(error);
  });
  workers.begin();
  await workers.idle();
  if (errors.length > 0) throw errors[0];
}

/**
 * Delivers now and every few seconds. Returns a function that stops it. The function waits for the mails under way, but
 * not for long.
 */
export function startDelivering(deps: DeliveryDeps): () => Promise<void> {
  let isStopped = false;
  let hasFailed = false;
  const workers = deliveryWorkers(deps, (error) => {
    // Reports it once, and not in every round while the database is unavailable.
    if (error !== undefined && !hasFailed && !isStopped) {
      deps.warn(describeError(error as Error), 'the outbox could not be read');
    }
    hasFailed = error !== undefined;
  });
  workers.begin();
  const timer = setInterval(workers.begin, INTERVAL_MS);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    workers.stop();
    await Promise.race([workers.idle(), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    deps.mailer.close();
  };
}
