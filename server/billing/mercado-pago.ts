import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '#server/platform/app-error';
import { PaymentReply, PreferenceReply, preferenceBody, SearchReply } from './mercado-pago-wire.ts';
import { isSigned } from './notification-signature.ts';
import type { PaymentProvider } from './payment-provider.ts';

interface Options {
  apiUrl: string;
  accessToken: string;
  webhookSecrets: readonly string[];
  publicUrl: string;
  now(): Date;
  /** How long one try may take. */
  tryMs?: number;
}

/** All tries of one question together are well within the thirty seconds of the browser. */
export const PATIENCE = { tries: 2, tryMs: 8000, pauseMs: 500 };
const LONGEST_ANSWER = 1024 * 1024;
/** Of one purchase: nobody is turned away by a card more often than that in good faith. */
const MOST_FOUND = '30';
const PAYMENT_ID = /^\d{1,20}$/;

interface Request {
  path: string;
  /** Sent by POST, under a key that makes a second sending the same as the first. */
  sending?: { body: unknown; key: string };
}

/** Mercado Pago, Checkout Pro. */
export function mercadoPago({ tryMs = PATIENCE.tryMs, ...options }: Options): PaymentProvider {
  async function ask<T extends z.ZodType>({ path, sending }: Request, reply: T): Promise<z.output<T> | undefined> {
    const { status, text } = await answered(() =>
      fetch(options.apiUrl + path, {
        method: sending ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${options.accessToken}`,
          ...(sending && { 'content-type': 'application/json', 'x-idempotency-key': sending.key }),
        },
        body: sending && JSON.stringify(sending.body),
        redirect: 'error',
        signal: AbortSignal.timeout(tryMs),
      }),
    );
    if (status === 404) return undefined;
    if (status >= 400) throw away(`HTTP ${status} ${reasonIn(text)}`.trim());
    const parsed = reply.safeParse(jsonOf(text));
    if (!parsed.success) throw away('UNREADABLE', parsed.error);
    return parsed.data;
  }

  const findPayment = async (id: string) =>
    PAYMENT_ID.test(id) ? await ask({ path: `/v1/payments/${id}` }, PaymentReply) : undefined;

  return {
    name: 'mercado-pago',

    createPreference: async (order) => {
      const sending = { body: preferenceBody(order, options.publicUrl), key: order.id };
      return there(await ask({ path: '/checkout/preferences', sending }, PreferenceReply));
    },

    findPayment,

    paymentsOf: async (reference) => {
      const newestFirst = { sort: 'date_created', criteria: 'desc', limit: MOST_FOUND };
      const query = new URLSearchParams({ external_reference: reference, ...newestFirst });
      const ids = there(await ask({ path: `/v1/payments/search?${query}` }, SearchReply));
      const found = [];
      for (const id of ids.slice(0, Number(MOST_FOUND))) found.push(await findPayment(id));
      return found.filter((payment) => payment !== undefined);
    },

    isGenuine: (notification) => isSigned(notification, options.webhookSecrets, options.now()),
  };
}

/** A call that is not there is no answer: only a payment may be unknown. */
function there<T>(answer: T | undefined): T {
  if (answer === undefined) throw away('HTTP 404');
  return answer;
}

interface Answer {
  status: number;
  text: string;
}

/** Tries again what may pass: a network that failed, a provider that is busy or broken, an earlier try still under way. */
const mayPass = ({ status }: Answer) => status === 409 || status === 429 || status >= 500;

async function answered(send: () => Promise<Response>): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    const answer = await send()
      .then(read)
      .catch((error: Error) => error);
    if (!(answer instanceof Error) && !mayPass(answer)) return answer;
    if (tried === PATIENCE.tries)
      throw answer instanceof Error ? away(kindOf(answer), answer) : away(`HTTP ${answer.status}`);
    await delay(PATIENCE.pauseMs);
  }
}

async function read(reply: Response): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of reply.body ?? []) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new Error('too long an answer');
    chunks.push(chunk);
  }
  return { status: reply.status, text: Buffer.concat(chunks).toString() };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The provider's key for what it did not like, as invalid_items: never its message, which may quote what was sent. */
function reasonIn(text: string): string {
  const { error } = (jsonOf(text) ?? {}) as { error?: unknown };
  return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : '';
}

const kindOf = ({ cause, name }: Error): string => (cause as { code?: string } | undefined)?.code ?? name;

/** What the log shows of it is the code; tokens and payers stand in none. */
const away = (code: string, cause?: Error): AppError =>
  new AppError('PAYMENT_PROVIDER_AWAY', { cause: Object.assign(new Error(code, { cause }), { code }) });
