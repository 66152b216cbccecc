import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '#server/platform/app-error';
import {
  AccountReply,
  PaymentReply,
  PreferenceReply,
  preferenceBody,
  RefundReply,
  SearchReply,
} from './mercado-pago-wire.ts';
import { isSigned } from './notification-signature.ts';
import { isRefunded, type PaymentProvider, type ProviderAccount } from './payment-provider.ts';

interface Options {
  apiUrl: string;
  accessToken: string;
  webhookSecrets: readonly string[];
  now(): Date;
  /** The timeout of one attempt. */
  tryMs?: number;
}

/** All attempts of one call together stay below the browser's timeout of 30 seconds. */
export const RETRY = { tries: 2, tryMs: 8000, pauseMs: 500 };
const MAX_REPLY_BYTES = 1024 * 1024;
/** The maximum number of payments read for one purchase. Rejected card attempts stay below it in normal use. */
const MAX_PAYMENTS = '30';
const PAYMENT_ID = /^\d{1,20}$/;
/** The statuses of a reply to a token that is malformed, expired, revoked or without rights. */
const REFUSED_TOKEN: ReadonlySet<number> = new Set([400, 401, 403]);

interface Request {
  path: string;
  /** Sent by POST with an idempotency key, so that a retry has no second effect. */
  sending?: { body: unknown; key: string };
}

export interface MercadoPago extends PaymentProvider {
  /** The account of the access token. Returns undefined if the provider refuses the token. */
  findAccount(): Promise<ProviderAccount | undefined>;
}

/** Mercado Pago, Checkout Pro. */
export function mercadoPago({ tryMs = RETRY.tryMs, ...options }: Options): MercadoPago {
  const ask = ({ path, sending }: Request): Promise<Answer> =>
    sendWithRetries(() =>
      fetch(options.apiUrl + path, {
        method: sending ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${options.accessToken}`,
          ...(sending && { 'content-type': 'application/json', 'x-idempotency-key': sending.key }),
        },
        body: sending ? JSON.stringify(sending.body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(tryMs),
      }),
    );

  async function call<T extends z.ZodType>(request: Request, reply: T): Promise<z.output<T> | undefined> {
    const answer = await ask(request);
    return answer.status === 404 ? undefined : readReply(answer, reply);
  }

  const findPayment = async (id: string) =>
    PAYMENT_ID.test(id) ? await call({ path: `/v1/payments/${id}` }, PaymentReply) : undefined;

  /** Without an amount the whole payment is refunded. */
  async function requestRefund(id: string, key: string): Promise<void> {
    if (!PAYMENT_ID.test(id)) throw providerError('HTTP 404');
    requireFound(await call({ path: `/v1/payments/${id}/refunds`, sending: { body: {}, key } }, RefundReply));
  }

  return {
    name: 'mercado-pago',

    createPreference: async (order) => {
      const sending = { body: preferenceBody(order), key: order.id };
      return requireFound(await call({ path: '/checkout/preferences', sending }, PreferenceReply));
    },

    findPayment,

    paymentsOf: async (reference) => {
      const newestFirst = { sort: 'date_created', criteria: 'desc', limit: MAX_PAYMENTS };
      const query = new URLSearchParams({ external_reference: reference, ...newestFirst });
      const ids = requireFound(await call({ path: `/v1/payments/search?${query}` }, SearchReply));
      const found = [];
      for (const id of ids.slice(0, Number(MAX_PAYMENTS))) found.push(await findPayment(id));
      return found.filter((payment) => payment !== undefined);
    },

    refundPayment: async ({ id }, key) => {
      const refusal = await requestRefund(id, key).catch((error: Error) => error);
      const payment = requireFound(await findPayment(id));
      // A refused refund can be the second one, or one whose first reply was lost.
      if (refusal && !isRefunded(payment)) throw refusal;
      return payment;
    },

    findAccount: async () => {
      const answer = await ask({ path: '/users/me' });
      return REFUSED_TOKEN.has(answer.status) ? undefined : readReply(answer, AccountReply);
    },

    isGenuine: (notification) => isSigned(notification, options.webhookSecrets, options.now()),
  };
}

function readReply<T extends z.ZodType>({ status, text }: Answer, reply: T): z.output<T> {
  if (status >= 400) throw providerError(`HTTP ${status} ${reasonIn(text)}`.trim());
  const parsed = reply.safeParse(jsonOf(text));
  if (!parsed.success) throw providerError('UNREADABLE', parsed.error);
  return parsed.data;
}

/** A 404 means 'not found' only for a single payment. For every other call it is a provider error. */
function requireFound<T>(answer: T | undefined): T {
  if (answer === undefined) throw providerError('HTTP 404');
  return answer;
}

interface Answer {
  status: number;
  text: string;
}

/** A retry can succeed after a conflict with an earlier attempt (409), a rate limit (429) or a server error. */
const isTransient = ({ status }: Answer) => status === 409 || status === 429 || status >= 500;

async function sendWithRetries(send: () => Promise<Response>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send()
      .then(read)
      .catch((error: Error) => error);
    if (!(answer instanceof Error) && !isTransient(answer)) return answer;
    if (attempt === RETRY.tries)
      throw answer instanceof Error ? providerError(kindOf(answer), answer) : providerError(`HTTP ${answer.status}`);
    await delay(RETRY.pauseMs);
  }
}

async function read(reply: Response): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of reply.body ?? []) {
    length += chunk.length;
    if (length > MAX_REPLY_BYTES) throw new Error('the reply exceeds the size limit');
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

/** The provider's error key, such as `invalid_items`. Its message is not used, because it can quote the request. */
function reasonIn(text: string): string {
  const { error } = (jsonOf(text) ?? {}) as { error?: unknown };
  return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : '';
}

const kindOf = ({ cause, name }: Error): string => (cause as { code?: string } | undefined)?.code ?? name;

/** The log shows only the code. The code contains no token and no payer data. */
const providerError = (code: string, cause?: Error): AppError =>
  new AppError('PAYMENT_PROVIDER_UNAVAILABLE', { cause: Object.assign(new Error(code, { cause }), { code }) });
