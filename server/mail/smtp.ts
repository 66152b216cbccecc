import { isIPv4 } from 'node:net';
import { createTransport } from 'nodemailer';
import { cleanLine } from '#contract/clean-text';
import type { Config } from '#server/platform/config';
import { JOBS_AT_ONCE } from '#server/platform/workers';
import type { OutgoingMail } from './composed-mail.ts';
import { isSingleAddress } from './mail-address.ts';
import type { Message } from './mail-frame.ts';

/** Without a name of the sender and an address for replies, the mail is the installation's. */
export type Mail = Message & { id: string; to: string } & Partial<OutgoingMail>;

/** Delivers one message to one address. Rejects with a `DeliveryError`. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Why a message was not delivered, in a word or an SMTP status, and whether trying again is useless. */
export interface DeliveryError extends Error {
  failure: string;
  isPermanent: boolean;
}

/** Shorter than the time after which the mail server or the other timeouts end a connection. */
const IDLE_MS = 10_000;
const CALENDAR_FILE = 'hora.ics';

/** Together shorter than the claim of a mail. */
const TIMEOUT_MS = 20_000;

/** Without TLS a link could be read on the way, so only a mail server on this machine may go without. */
export function createMailer({ url, from }: NonNullable<Config['mail']>): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const transport = createTransport({
    host,
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    requireTLS: !isTls && !isLoopback(host),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    pool: true,
    // A connection is opened when the others are busy.
    maxConnections: JOBS_AT_ONCE,
    idleTimeout: IDLE_MS,
    // Once, when the server had ended a connection that was kept: nothing of the mail was sent over it.
    maxRequeues: 1,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, domain = ''] = from.address.split('@');
  return {
    send: async ({ id, to, subject, text, html, senderName, replyTo, listUnsubscribe, calendar }) => {
      if (![to, replyTo ?? to].every(isSingleAddress)) throw undelivered('ADDRESS', true);
      try {
        await transport.sendMail({
          from: { name: senderName === undefined ? from.name : cleanLine(senderName), address: from.address },
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          // Given apart from the headers: the mail goes to one address, whatever a header says.
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(listUnsubscribe && unsubscribeHeaders(listUnsubscribe)),
          },
          subject,
          text,
          html,
          // Gmail and Outlook read the alternative of the text, Apple Mail and others the attachment: both have it.
          ...(calendar && { icalEvent: { ...calendar, filename: CALENDAR_FILE } }),
        });
      } catch (error) {
        throw deliveryError(error as NodeJS.ErrnoException & { responseCode?: number });
      }
    },
    close: () => transport.close(),
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** RFC 8058. The address is fixed text and a token, and is checked all the same before it becomes a header. */
function unsubscribeHeaders(address: string) {
  const { href } = new URL(address);
  return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * A server that refuses the recipient or the message for good will refuse it again. Wrong credentials are a fault of
 * this installation and can be corrected.
 */
function deliveryError(cause: NodeJS.ErrnoException & { responseCode?: number }): DeliveryError {
  const { code = 'UNKNOWN', responseCode } = cause;
  const isPermanent = ['EENVELOPE', 'EMESSAGE'].includes(code) && (responseCode ?? 0) >= 500;
  const failure = responseCode === undefined ? code : `${code} ${responseCode}`;
  return undelivered(failure, isPermanent, cause);
}

const undelivered = (failure: string, isPermanent: boolean, cause?: Error): DeliveryError =>
  Object.assign(new Error('a mail was not delivered', { cause }), { failure, isPermanent });
