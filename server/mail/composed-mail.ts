import { COMPOSED_KINDS, type ComposedKind, type MailKind } from '#contract/mail';
import type { Message } from './mail-frame.ts';

/** A mail of the outbox that a feature composes when it is delivered. */
export interface QueuedComposedMail {
  /** The professional on whose behalf the mail is sent. */
  ownerId: string;
  parameters: Record<string, unknown>;
  createdAt: Date;
}

export interface OutgoingMail extends Message {
  to: string;
  senderName: string;
  replyTo: string;
  /** The address of the POST with which a mail program unsubscribes in one click. */
  listUnsubscribe: string | undefined;
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string };
}

/** With the address to which the mail was sent. A mail that was given up before it was composed has none. */
export type MailOutcome = { to: string | undefined } & ({ status: 'sent' } | { status: 'failed'; failure: string });

export interface MailComposer {
  /** The mail as it is now. Undefined when it is no longer useful, or when it was already sent. */
  compose(mail: QueuedComposedMail): Promise<OutgoingMail | undefined>;
  /** Stores what became of the mail. Called before the outbox forgets it, and again after a crash in between. */
  finish(mail: QueuedComposedMail, outcome: MailOutcome): Promise<void>;
}

export type MailComposers = Record<ComposedKind, MailComposer>;

const LIMITED: readonly MailKind[] = [
  'appointment-message',
  'booking-message',
  'shared-documents',
  'assistant-invitation',
  'charge-reminder',
];

/** Whether the mails of a kind go to people outside, so that an account may send a limited number a day. */
export const isLimited = (kind: MailKind): boolean => LIMITED.includes(kind);

export const isComposed = (kind: MailKind): kind is ComposedKind =>
  (COMPOSED_KINDS as readonly MailKind[]).includes(kind);
