import { isIPv4 } from 'node:net';
import { createTransport } from 'nodemailer';
import { Credentials } from '#contract/auth';
import type { Config } from '#server/platform/config';
import type { Message } from './messages.ts';

/** Delivers one message to one address. Rejects with a `DeliveryError`. */
export interface Mailer {
  send(message: Message & { id: string; to: string }): Promise<void>;
  close(): void;
}

/** Why a message was not delivered, in a word or an SMTP status, and whether trying again is useless. */
export interface DeliveryError extends Error {
  failure: string;
  isPermanent: boolean;
}

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
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, domain = ''] = from.address.split('@');
  return {
    send: async ({ id, to, subject, text, html }) => {
      if (!isSingleAddress(to)) throw undelivered('ADDRESS', true);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          // Given apart from the headers: the mail goes to one address, whatever a header says.
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          subject,
          text,
          html,
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

/** As registration accepts it, unchanged. nodemailer would look for addresses in any other text, and find another one. */
const isSingleAddress = (text: string): boolean => Credentials.shape.email.safeParse(text).data === text;

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
