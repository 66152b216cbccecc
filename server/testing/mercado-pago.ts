import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { preferenceBody } from '#server/payments/mercado-pago-wire';
import { signatureFor } from '#server/payments/notification-signature';
import type { Delivery } from '#server/payments/test-checkout';

const ACCESS_TOKEN = 'APP_USR-de-prueba';
const SECRET = 'secreto-de-las-notificaciones';
const COLLECTOR = 446566691;

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

export type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>;

/** A fake Mercado Pago on a local port, with the calls that the product uses. */
export async function startMercadoPago(now: () => Date) {
  const requests: RecordedRequest[] = [];
  const preferences = new Map<string, { id: string; order: OrderJson }>();
  const payments = new Map<number, PaymentJson>();
  let modes: ReplyMode[] = ['normal'];
  let lastPayment = 70_000_000_000;
  let lastEvent = 100;

  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://fake');
    const { authorization } = request.headers;
    const key = request.headers['x-idempotency-key']?.toString();
    requests.push({ method: request.method ?? '', path: url.pathname, key, authorization, body });
    const mode = (modes.length > 1 ? modes.shift() : modes[0]) ?? 'normal';
    if (mode === 'no-reply') return;
    if (mode === 'disconnect') return void request.socket.destroy();
    const [status, answer] =
      typeof mode === 'number'
        ? [mode, { message: 'credenciales', error: 'bad_request', status: mode }]
        : authorization === `Bearer ${ACCESS_TOKEN}`
          ? answerTo(request.method ?? '', url, key, body)
          : [401, { message: 'invalid access token', error: 'unauthorized', status: 401 }];
    reply.writeHead(status, { 'content-type': 'application/json' });
    reply.end(mode === 'not-json' ? '<html>Bad gateway' : JSON.stringify(answer));
  });

  function answerTo(method: string, url: URL, key: string | undefined, body: unknown): [number, unknown] {
    if (method === 'POST' && url.pathname === '/checkout/preferences') return [201, prepare(body as OrderJson, key)];
    if (url.pathname === '/v1/payments/search') {
      const reference = url.searchParams.get('external_reference');
      const results = [...payments.values()].filter((payment) => payment.external_reference === reference).reverse();
      return [200, { paging: { total: results.length, limit: 30, offset: 0 }, results }];
    }
    const payment = payments.get(Number(/^\/v1\/payments\/(\d+)$/.exec(url.pathname)?.[1]));
    return payment ? [200, payment] : [404, { message: 'Payment not found', error: 'not_found', status: 404 }];
  }

  function prepare(order: OrderJson, key = String(randomUUID())) {
    const { id } = preferences.get(key) ?? { id: `${COLLECTOR}-${randomUUID()}` };
    preferences.set(key, { id, order });
    const address = (host: string) => `https://${host}/checkout/v1/redirect?pref_id=${id}`;
    return {
      id,
      collector_id: COLLECTOR,
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
    config: { apiUrl, accessToken: ACCESS_TOKEN, webhookSecrets: [SECRET] },
    requests,
    /** Sets how it replies from now on: one mode for each call, the last one for all calls after that. */
    replyWith: (...how: ReplyMode[]) => {
      modes = how;
    },

    /** Creates an approved payment of a preference. */
    pay: (preferenceId: string, details: Partial<PaymentJson> = {}): PaymentJson => {
      const order = [...preferences.values()].find(({ id }) => id === preferenceId)?.order;
      if (!order) throw new Error(`there is no preference ${preferenceId}`);
      const at = now().toISOString().replace('Z', '+00:00');
      const payment = {
        id: ++lastPayment,
        status: 'approved',
        status_detail: 'accredited',
        currency_id: 'CLP',
        external_reference: order.external_reference,
        transaction_amount: order.items[0]?.unit_price ?? 0,
        collector_id: COLLECTOR,
        date_created: at,
        date_last_updated: at,
        ...details,
      };
      payments.set(payment.id, payment);
      return payment;
    },

    /** Changes a payment, dated some seconds later. */
    change: ({ id }: PaymentJson, details: Partial<PaymentJson>): PaymentJson => {
      const known = payments.get(id);
      if (!known) throw new Error(`there is no payment ${id}`);
      const date_last_updated = new Date(Date.parse(known.date_last_updated) + 5000).toISOString();
      const changed = { ...known, date_last_updated, ...details };
      payments.set(id, changed);
      return changed;
    },

    /** The notification of a payment, signed as the provider signs. */
    notification: (
      { id }: Pick<PaymentJson, 'id'>,
      { secret = SECRET, ts = String(now().getTime()), body = {} } = {},
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
          user_id: COLLECTOR,
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
