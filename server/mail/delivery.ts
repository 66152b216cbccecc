import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { MailKind } from '#contract/mail';
import { CONFIRMATION_DAYS, RECOVERY_MINUTES } from '#contract/recovery';
import { type Region, timeZoneOf } from '#contract/regions';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { Database, MailTx } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import { renderMessage } from './messages.ts';
import * as outbox from './outbox.store.ts';
import { type MailParameters, parametersOf } from './outbox.ts';
import type { DeliveryError, Mailer } from './smtp.ts';

type Log = (details: Record<string, unknown>, message: string) => void;

export interface DeliveryDeps extends Pick<Database, 'mail' | 'mailTransaction'> {
  cipher: FieldCipher;
  mailer: Mailer;
  publicUrl: string;
  now(): Date;
  warn: Log;
}

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The pause after each attempt. The last one repeats. The first is longer than an attempt can take. */
const PAUSES_MS = [2, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);
/** Nobody waits for a recovery longer than an hour. The other mails are worth reading on the next day. */
const giveUpAfter = (kind: MailKind): number => (kind === 'recovery' ? HOUR_MS : DAY_MS);
/** Maximum number of recoveries that are sent while a link works, however often and by whomever they are requested. */
const MAX_RECOVERIES = 3;

/** The page of each link and how long it works. The token is in the fragment, which browsers send to no server. */
const LINKS: Partial<Record<MailKind, { purpose: outbox.LinkPurpose; page: string; lifetimeMs: number }>> = {
  recovery: { purpose: 'recovery', page: '/nueva-contrasena', lifetimeMs: RECOVERY_MINUTES * MINUTE_MS },
  'email-confirmation': {
    purpose: 'email-confirmation',
    page: '/confirmar-correo',
    lifetimeMs: CONFIRMATION_DAYS * DAY_MS,
  },
};

const INTERVAL_MS = 3000;
/** A delivery that takes longer is repeated after the next start. */
const STOP_TIMEOUT_MS = 2000;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Delivers the mails that are due, one after the other. Returns how many were tried. */
export async function deliverDue(deps: DeliveryDeps, isStopped = () => false): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    if (isStopped()) return tried;
    const claimed = await deps.mailTransaction((tx) => claim(deps, tx));
    if (!claimed) return tried;
    if (claimed.isSendable) await deliver(deps, claimed);
  }
}

interface Claim extends outbox.DueMail {
  isSendable: boolean;
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
  if (at.getTime() - mail.createdAt.getTime() > giveUpAfter(mail.kind)) return fail('EXPIRED');
  if (mail.kind === 'recovery') {
    const other = { id: mail.id, userId: recipient.id, kind: mail.kind };
    const period = { since: new Date(at.getTime() - RECOVERY_MINUTES * MINUTE_MS), until: at };
    const recent = await outbox.countOtherMails(tx, other, period);
    if (recent >= MAX_RECOVERIES) return fail('LIMIT');
  }
  const pause = PAUSES_MS[Math.min(mail.attempts, PAUSES_MS.length - 1)] ?? HOUR_MS;
  await outbox.countAttempt(tx, mail.id, new Date(at.getTime() + pause));
  const claimed: Claim = { ...mail, isSendable: true, recipient };
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

function recipientOf(deps: DeliveryDeps, tx: MailTx, mail: outbox.DueMail): Promise<outbox.Recipient | undefined> {
  if (mail.userId !== null) return outbox.recipientById(tx, mail.userId);
  return outbox.recipientByEmail(tx, readParameters(deps, mail).email ?? '');
}

/** A damaged row must not keep the others from being delivered. */
const readParameters = ({ cipher }: DeliveryDeps, { id, parameters }: outbox.DueMail): MailParameters =>
  JSON.parse(cipher.tryDecrypt(parameters, parametersOf(id)) ?? '{}');

async function deliver(deps: DeliveryDeps, mail: Claim): Promise<void> {
  const { id, kind, recipient, token } = mail;
  if (!recipient) return;
  const page = LINKS[kind]?.page;
  const message = renderMessage(kind, {
    link: token === undefined ? undefined : `${deps.publicUrl}${page}#${token}`,
    at: mail.createdAt,
    timeZone: timeZoneOf((recipient.region ?? undefined) as Region | undefined),
    network: readParameters(deps, mail).network,
  });
  try {
    // Mailboxes show messages with one id once. Each attempt has a link of its own, and all of them work.
    const messageId = token === undefined ? id : `${id}.${mail.attempts + 1}`;
    await deps.mailer.send({ ...message, id: messageId, to: recipient.email });
  } catch (error) {
    const { failure = 'UNKNOWN', isPermanent = false } = error as Partial<DeliveryError>;
    deps.warn({ mailId: id, kind, failure, attempts: mail.attempts + 1 }, 'a mail was not delivered');
    if (isPermanent) await outbox.finishMail(deps.mail, id, { status: 'failed', failure, at: deps.now() });
    else await outbox.saveFailure(deps.mail, id, failure);
    return;
  }
  await outbox.finishMail(deps.mail, id, { status: 'sent', failure: undefined, at: deps.now() });
}

/**
 * Delivers now and every few seconds. Returns a function that stops it. The function waits for the mail under way, but
 * not for long.
 */
export function startDelivering(deps: DeliveryDeps): () => Promise<void> {
  let isStopped = false;
  let hasFailed = false;
  let running: Promise<void> | undefined;
  const round = async () => {
    try {
      await deliverDue(deps, () => isStopped);
      hasFailed = false;
    } catch (error) {
      // Reports it once, and not in every round while the database is unavailable.
      if (!hasFailed && !isStopped) deps.warn(describeError(error as Error), 'the outbox could not be read');
      hasFailed = true;
    }
    running = undefined;
  };
  const begin = () => {
    running ??= round();
  };
  begin();
  const timer = setInterval(begin, INTERVAL_MS);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await Promise.race([running, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    deps.mailer.close();
  };
}
