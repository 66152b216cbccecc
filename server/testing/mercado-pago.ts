import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { preferenceBody } from '#server/payments/mercado-pago-wire';
import { signatureFor } from '#server/payments/notification-signature';
import type { Delivery } from '#server/payments/test-checkout';

/** An account that receives money, with its credentials. */
interface Account {
  accessToken: string;
  webhookSecret: string;
  collectorId: number;
  /** 'MLC' is Chile. */
  site: string;
}

const FIRST_ACCOUNT: Account = {
  accessToken: 'APP_USR-de-prueba',
  webhookSecret: 'secreto-de-las-notificaciones',
  collectorId: 446566691,
  site: 'MLC',
};

/** A payment in the provider's JSON. */
export interface PaymentJson {
  id: number;
  status: string;
  status_detail: string | null;
  external_reference: string | null;
  transaction_amount: number;
  transaction_amount_refunded?: number;
  currency_id: string;
  collector_id: number;
  payment_type_id: string;
  date_created: string;
  date_last_updated: string;
}

interface RecordedRequest {
  method: string;
  path: string;
  key: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

type OrderJson = ReturnType<typeof preferenceBody>;

/** How the fake replies: normally, with text that is not JSON, by closing the connection, never, or with a status. */
type ReplyMode = 'normal' | 'not-json' | 'disconnect' | 'no-reply' | number;

interface Call {
  method: string;
  url: URL;
  key: string | undefined;
  body: unknown;
}

export type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>;

/** A fake Mercado Pago on a local port, with the calls that the product uses. */
export async function startMercadoPago(now: () => Date) {
  const requests: RecordedRequest[] = [];
  const accounts = [FIRST_ACCOUNT];
  const preferences = new Map<string, { id: string; order: OrderJson; collectorId: number }>();
  const payments = new Map<number, PaymentJson>();
  /** The account that sees each payment, whatever collector it names. */
  const paidTo = new Map<number, number>();
  /** By their idempotency keys. */
  const refunds = new Map<string, { id: number; payment_id: number; amount: number; status: string }>();
  let modes: ReplyMode[] = ['normal'];
  let lastPayment = 70_000_000_000;
  let lastEvent = 100;
  let lastRefund = 1_000_000_000;

  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://fake');
    const { authorization } = request.headers;
    const key = request.headers['x-idempotency-key']?.toString();
    requests.push({ method: request.method ?? '', path: url.pathname, key, authorization, body });
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? 'normal';
    if (mode === 'no-reply') return;
    if (mode === 'disconnect') return void request.socket.destroy();
    const account = accounts.find(({ accessToken }) => authorization === `Bearer ${accessToken}`);
    const [status, answer] =
      typeof mode === 'number'
        ? [mode, { message: 'credenciales', error: 'bad_request', status: mode }]
        : account
          ? answerTo(account, { method: request.method ?? '', url, key, body })
          : [401, { message: 'invalid access token', error: 'unauthorized', status: 401 }];
    reply.writeHead(status, { 'content-type': 'application/json' });
    reply.end(mode === 'not-json' ? '<html>Bad gateway' : JSON.stringify(answer));
  });

  /** An account sees its own payments only. */
  function answerTo(account: Account, { method, url, key, body }: Call): [number, unknown] {
    if (method === 'POST' && url.pathname === '/checkout/preferences') {
      return [201, prepare(account, body as OrderJson, key)];
    }
    if (url.pathname === '/users/me') return [200, { id: account.collectorId, site_id: account.site }];
    const own = [...payments.values()].filter(({ id }) => paidTo.get(id) === account.collectorId);
    if (url.pathname === '/v1/payments/search') {
      const reference = url.searchParams.get('external_reference');
      const results = own.filter((payment) => payment.external_reference === reference).reverse();
      return [200, { paging: { total: results.length, limit: 30, offset: 0 }, results }];
    }
    const [, id, refunding] = /^\/v1\/payments\/(\d+)(\/refunds)?$/.exec(url.pathname) ?? [];
    const payment = own.find((one) => one.id === Number(id));
    if (!payment) return [404, { message: 'Payment not found', error: 'not_found', status: 404 }];
    return refunding && method === 'POST' ? refund(payment, key) : [200, payment];
  }

  /** The same key returns the money once. */
  function refund(payment: PaymentJson, key: string | undefined): [number, unknown] {
    const earlier = refunds.get(key ?? '');
    if (earlier) return [201, earlier];
    if (key === undefined || payment.status !== 'approved') {
      const message = 'The action requested is not valid for the current payment state';
      return [400, { message, error: 'bad_request', status: 400, cause: [{ code: 2063, description: message }] }];
    }
    const { id, transaction_amount: amount } = payment;
    const made = { id: ++lastRefund, payment_id: id, amount, status: 'approved' };
    refunds.set(key, made);
    change(payment, { status: 'refunded', status_detail: 'refunded', transaction_amount_refunded: amount });
    return [201, made];
  }

  function change({ id }: Pick<PaymentJson, 'id'>, details: Partial<PaymentJson>): PaymentJson {
    const known = payments.get(id);
    if (!known) throw new Error(`there is no payment ${id}`);
    const date_last_updated = new Date(Date.parse(known.date_last_updated) + 5000).toISOString();
    const changed = { ...known, date_last_updated, ...details };
    payments.set(id, changed);
    return changed;
  }

  function prepare({ collectorId }: Account, order: OrderJson, key = String(randomUUID())) {
    const { id } = preferences.get(key) ?? { id: `${collectorId}-${randomUUID()}` };
    preferences.set(key, { id, order, collectorId });
    const address = (host: string) => `https://${host}/checkout/v1/redirect?pref_id=${id}`;
    return {
      id,
      collector_id: collectorId,
      site_id: 'MLC',
      external_reference: order.external_reference,
      init_point: address('www.mercadopago.cl'),
      sandbox_init_point: address('sandbox.mercadopago.cl'),
    };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    config: { apiUrl, accessToken: FIRST_ACCOUNT.accessToken, webhookSecrets: [FIRST_ACCOUNT.webhookSecret] },
    /** Another account that receives money. */
    newAccount: (details: Partial<Account> = {}): Account => {
      const collectorId = FIRST_ACCOUNT.collectorId + accounts.length;
      const account = {
        accessToken: `APP_USR-de-${collectorId}`,
        webhookSecret: `secreto-de-${collectorId}`,
        collectorId,
        site: FIRST_ACCOUNT.site,
        ...details,
      };
      accounts.push(account);
      return account;
    },
    /** The provider refuses an access token from now on. */
    revoke: (accessToken: string) => {
      const at = accounts.findIndex((account) => account.accessToken === accessToken);
      accounts.splice(at, at < 0 ? 0 : 1);
    },
    requests,
    /** Sets how it replies from now on: one mode for each call, the last one for all calls after that. */
    replyWith: (...how: ReplyMode[]) => {
      modes = how;
    },

    /** Creates an approved payment of a preference, by a card if no other type is given. */
    pay: (preferenceId: string, details: Partial<PaymentJson> = {}): PaymentJson => {
      const preference = [...preferences.values()].find(({ id }) => id === preferenceId);
      if (!preference) throw new Error(`there is no preference ${preferenceId}`);
      const { order, collectorId } = preference;
      const isExcluded = order.payment_methods.excluded_payment_types?.some(({ id }) => id === details.payment_type_id);
      if (isExcluded) throw new Error(`the checkout does not offer ${details.payment_type_id}`);
      const at = now().toISOString().replace('Z', '+00:00');
      const payment = {
        id: ++lastPayment,
        status: 'approved',
        status_detail: 'accredited',
        currency_id: 'CLP',
        external_reference: order.external_reference,
        transaction_amount: order.items[0]?.unit_price ?? 0,
        collector_id: collectorId,
        payment_type_id: 'credit_card',
        date_created: at,
        date_last_updated: at,
        ...details,
      };
      payments.set(payment.id, payment);
      paidTo.set(payment.id, collectorId);
      return payment;
    },

    /** Changes a payment, dated some seconds later. */
    change,

    /** The notification of a payment, signed as the provider signs. */
    notification: (
      { id }: Pick<PaymentJson, 'id'>,
      { secret = FIRST_ACCOUNT.webhookSecret, ts = String(now().getTime()), body = {} } = {},
    ) => {
      const requestId = randomUUID();
      const signature = signatureFor({ dataId: String(id), requestId }, ts, secret);
      return {
        query: { 'data.id': String(id), type: 'payment' },
        headers: { 'x-request-id': requestId, 'x-signature': signature },
        body: {
          id: ++lastEvent,
          live_mode: true,
          type: 'payment',
          date_created: now().toISOString(),
          user_id: payments.get(id)?.collector_id,
          api_version: 'v1',
          action: 'payment.updated',
          data: { id: String(id) },
          ...body,
        },
      } satisfies Delivery;
    },

    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}
