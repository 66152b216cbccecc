import type { ComposedKind, MailKind } from '#contract/mail';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { IdentityTx, OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { hasMailIn, insertMails } from './outbox.store.ts';

/**
 * Mails about an account. Addresses of networks are truncated. None of them carries clinical content or a text that a
 * user wrote.
 */
export type QueuedMail =
  | { kind: 'recovery'; email: string }
  | { kind: 'email-confirmation'; userId: string }
  | { kind: 'new-device' | 'lockout'; userId: string; network: string }
  | { kind: 'password-changed' | 'password-reset'; userId: string }
  | { kind: 'second-factor-enabled' | 'second-factor-disabled' | 'recovery-code-used'; userId: string }
  | { kind: 'passkey-added' | 'passkey-removed'; userId: string };

/** Mails about an act in the data of the account, sent to its owner. */
type OwnAccountKind = 'payment-account-set' | 'payment-account-deleted';

/** The parameters that are stored with a mail, encrypted. */
export interface MailParameters {
  email?: string;
  network?: string;
}

export interface OutboxDeps {
  sendsMail: boolean;
  cipher: FieldCipher;
}

/** A mailbox is not filled by someone who guesses passwords for hours. */
const LOCKOUT_NOTICE_MS = 60 * 60 * 1000;

/**
 * Queues a mail in the transaction of the act that it is about: both are committed, or neither. Does nothing in an
 * installation that sends no mail.
 */
export async function enqueueMail(deps: OutboxDeps, tx: IdentityTx, mail: QueuedMail, at: Date): Promise<void> {
  if (!deps.sendsMail) return;
  const { kind } = mail;
  const userId = 'userId' in mail ? mail.userId : undefined;
  const lastHour = { since: new Date(at.getTime() - LOCKOUT_NOTICE_MS), until: at };
  if (kind === 'lockout' && (await hasMailIn(tx, mail.userId, kind, lastHour))) return;
  const parameters: MailParameters = {};
  if ('email' in mail) parameters.email = mail.email;
  if ('network' in mail) parameters.network = mail.network;
  await insertMails(tx, [newMail(deps, { userId, kind, parameters, at })]);
}

/** Queues a mail to a professional in a transaction of their data. */
export async function enqueueMailToOwner(deps: OutboxDeps, tx: OwnerTx, kind: OwnAccountKind, at: Date): Promise<void> {
  if (!deps.sendsMail) return;
  await insertMails(tx, [newMail(deps, { userId: tx.owner, kind, parameters: {}, at })]);
}

interface PlainMail {
  userId: string | undefined;
  kind: MailKind;
  parameters: object;
  at: Date;
}

function newMail({ cipher }: OutboxDeps, { parameters, ...mail }: PlainMail) {
  const id = uuidv7(mail.at);
  return { ...mail, id, parameters: cipher.encrypt(JSON.stringify(parameters), parametersOf(id)) };
}

interface ComposedMail {
  kind: ComposedKind;
  /** What the composer of the kind needs to find the rest when the mail is delivered. */
  parameters: Record<string, unknown>;
  /** One of many that are due at the same hour. Other mails leave first. */
  isBulk?: boolean;
  /** Somebody outside causes it, and was counted. It uses up none of the mails of the professional. */
  byStranger?: boolean;
}

/**
 * Queues mails on behalf of a professional, in the transaction of the act that they are about. A feature composes each
 * mail when it is delivered, so that it says what is true then.
 */
export const enqueueComposedMails = (
  deps: OutboxDeps,
  tx: OwnerTx,
  mails: readonly ComposedMail[],
  at: Date,
): Promise<void> => insertComposedMails(deps, tx, { owner: tx.owner, mails, at });

/** Queues one mail on behalf of a professional in a transaction of the identity role. */
export const enqueueMailOfOwner = (
  deps: OutboxDeps,
  tx: IdentityTx,
  { owner, mail, at }: { owner: string; mail: ComposedMail; at: Date },
): Promise<void> => insertComposedMails(deps, tx, { owner, mails: [mail], at });

async function insertComposedMails(
  deps: OutboxDeps,
  tx: OwnerTx | IdentityTx,
  { owner, mails, at }: { owner: string; mails: readonly ComposedMail[]; at: Date },
): Promise<void> {
  if (!deps.sendsMail || mails.length === 0) return;
  const rows = mails.map(({ kind, parameters, isBulk = false, byStranger = false }) => ({
    ...newMail(deps, { userId: owner, kind, parameters, at }),
    isBulk,
    byStranger,
  }));
  await insertMails(tx, rows);
}

/** The additional authenticated data. The primary key is the id alone, so it stands for the owner too. */
export const parametersOf = (id: string) => ({ table: 'mail_outbox', column: 'parameters', owner: id, row: id });
