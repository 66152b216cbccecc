import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { deliverDue } from '#server/mail/delivery';
import { createMailer } from '#server/mail/smtp';
import { mailComposers } from '#server/mail-composers';
import type { TestApp } from './test-app.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it was transferred. */
  raw: string;
  headers: string;
  /** The plain text, decoded. */
  text: string;
  html: string;
  /** The calendar that is an alternative of the text, decoded. Empty without one. */
  calendar: string;
  /** The attached file of the same calendar, decoded. Empty without one. */
  attachment: string;
}

/** The status with which the next recipients are refused. */
type Refusal = 450 | 550;

/** A real SMTP server on the loopback interface, which keeps what it receives. */
export async function openMailbox() {
  const received: ReceivedMail[] = [];
  const refusals: Refusal[] = [];
  /** Recipients that get no answer for now, and what answers each of their commands. */
  const held = new Map<string, (() => void)[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refusals.shift();
      const answer = () =>
        done(responseCode === undefined ? undefined : Object.assign(new Error('refused'), { responseCode }));
      const waiting = held.get(address);
      if (waiting) waiting.push(answer);
      else answer();
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, ...parse(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  // A client that disconnects in the middle fails its own delivery.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `smtp://127.0.0.1:${port}`;
  const mailer = createMailer({ url, from: { name: 'Ficha Austral', address: 'no-responder@ficha.cl' } });
  return {
    url,
    received,
    mailer,
    /** Refuses as many recipients, in this order. */
    refuse: (...statuses: Refusal[]) => void refusals.push(...statuses),
    /** Keeps the sender waiting who names one of these recipients. */
    hold: (...addresses: string[]) => {
      for (const address of addresses) held.set(address, []);
      return {
        /** The recipients for whom a sender is waiting. */
        waiting: () => addresses.filter((address) => held.get(address)?.length),
        release: () => {
          for (const address of addresses) {
            const answers = held.get(address) ?? [];
            held.delete(address);
            for (const answer of answers) answer();
          }
        },
      };
    },
    /** Delivers what is due and returns what arrived by it, in the order in which it was queued. */
    deliver: async ({ deps }: Pick<TestApp, 'deps'>, composers = mailComposers(deps)): Promise<ReceivedMail[]> => {
      const before = received.length;
      await deliverDue({ ...deps, mailer, composers });
      return received.slice(before).sort((one, other) => (messageId(one) < messageId(other) ? -1 : 1));
    },
    close: () => {
      mailer.close();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** It begins with the time at which the mail was queued. */
const messageId = (mail: ReceivedMail): string => headerIn(mail, 'Message-ID') ?? '';

/** The value of a header, unfolded and decoded. */
export function headerIn({ headers }: ReceivedMail, name: string): string | undefined {
  const unfolded = headers.replaceAll(/\r\n[ \t]+/g, ' ');
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trimEnd();
  return value
    ?.replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

/** The token of the only link of a mail. */
export function tokenIn({ text }: ReceivedMail): string {
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
  if (links.length !== 1) throw new Error(`the mail has ${links.length} links`);
  return links[0]?.split('#')[1] ?? '';
}

function parse(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const [headers = '', ...rest] = raw.split('\r\n\r\n');
  const parts = rest.join('\r\n\r\n').split(/\r\n--[^\r\n]+/);
  const partOf = (type: string) =>
    decode(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '').replaceAll('\r\n', '\n');
  return {
    raw,
    headers,
    text: partOf('text/plain'),
    html: partOf('text/html'),
    calendar: partOf('text/calendar'),
    attachment: partOf('application/ics'),
  };
}

/** Quoted-printable and base64 of UTF-8, as nodemailer writes them. */
function decode(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  return decodeQuoted(body.replace(/=\r\n/g, ''));
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
