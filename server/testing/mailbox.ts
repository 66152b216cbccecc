import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { deliverDue } from '#server/mail/delivery';
import { createMailer } from '#server/mail/smtp';
import { mailComposers } from '#server/reminders/mail-composers';
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
}

/** The status with which the next recipients are refused. */
type Refusal = 450 | 550;

/** A real SMTP server on the loopback interface, which keeps what it receives. */
export async function openMailbox() {
  const received: ReceivedMail[] = [];
  const refusals: Refusal[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const responseCode = refusals.shift();
      done(responseCode === undefined ? undefined : Object.assign(new Error('refused'), { responseCode }));
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
const messageId = ({ headers }: ReceivedMail): string => /^Message-ID: (.*)\r$/m.exec(headers)?.[1] ?? '';

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
  return { raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

/** Quoted-printable and base64 of UTF-8, as nodemailer writes them. */
function decode(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
