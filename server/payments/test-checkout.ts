import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { receiveNotification } from '#contract/billing';
import type { TestOutcome } from '#contract/test-checkout';
import { isSigned, signatureFor } from './notification-signature.ts';
import type { Order, PaymentProvider, Preference, ProviderPayment } from './payment-provider.ts';

/** A notification as the provider posts it. */
export interface Delivery {
  /** Without a path, the notification goes to the endpoint of the subscription. */
  path?: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

export interface TestCheckoutOptions {
  publicUrl: string;
  now(): Date;
  /** Posts a notification to the endpoint that the real provider uses. */
  deliver(delivery: Delivery): Promise<unknown>;
}

/** The provider for development and tests. Its checkout is a page of the application, and no money is charged. */
export interface TestCheckoutProvider extends PaymentProvider {
  /** Returns the resulting status. An approved payment stays approved. */
  decide(order: TestOrder, outcome: TestOutcome): Promise<TestOutcome>;
  /** The provider of the deposits of one professional. Their payer has no account, so their page is another one. */
  forDeposits(ownerId: string): PaymentProvider;
  /** A deposit for which somebody was sent to the checkout since the start of the process. */
  findDeposit(id: string): { ownerId: string; order: Order } | undefined;
}

interface TestOrder extends Pick<Order, 'reference' | 'amount'> {
  /** The path where the notification is posted, when it is not about a subscription. */
  notificationPath?: string;
}

const COLLECTOR = 'prueba';

/** Payments are kept in memory. After a restart, the provider no longer finds them. */
export function testCheckoutProvider({ publicUrl, now, deliver }: TestCheckoutOptions): TestCheckoutProvider {
  const secret = randomBytes(32).toString('hex');
  const payments = new Map<string, ProviderPayment>();
  const deposits = new Map<string, { ownerId: string; order: Order }>();
  const paymentsOf = (reference: string) => [...payments.values()].filter((one) => one.reference === reference);

  async function notify(
    payment: ProviderPayment,
    action: 'payment.created' | 'payment.updated',
    path: string | undefined,
  ): Promise<void> {
    const requestId = randomUUID();
    const signature = signatureFor({ dataId: payment.id, requestId }, String(now().getTime()), secret);
    await deliver({
      ...(path !== undefined && { path }),
      query: { 'data.id': payment.id, type: 'payment' },
      headers: { 'x-request-id': requestId, 'x-signature': signature },
      body: {
        id: newNumber(),
        live_mode: false,
        type: 'payment',
        date_created: now().toISOString(),
        api_version: 'v1',
        action,
        data: { id: payment.id },
      },
    });
  }

  const newPayment = (
    payment: Pick<ProviderPayment, 'id' | 'reference' | 'amount'> & { status: TestOutcome },
  ): ProviderPayment => ({
    ...payment,
    providerStatus: payment.status,
    isDisputed: false,
    statusDetail: undefined,
    refunded: 0,
    currency: 'CLP',
    collectorId: COLLECTOR,
    createdAt: now(),
    updatedAt: now(),
  });

  const preferenceAt = (page: string, id: string): Preference => ({
    id: `${COLLECTOR}-${id}`,
    initPoint: `${publicUrl}/${page}/${id}`,
    sandboxInitPoint: undefined,
    collectorId: COLLECTOR,
  });

  const provider: PaymentProvider = {
    name: 'test',
    createPreference: async ({ id }) => preferenceAt('pago-de-prueba', id),
    findPayment: async (id) => payments.get(id),
    paymentsOf: async (reference) => paymentsOf(reference),
    refundPayment: async ({ id, reference, amount }) => {
      // A payment of an earlier process is refunded too, so that its deposit does not wait for ever.
      const payment = payments.get(id) ?? newPayment({ id, reference, amount, status: 'approved' });
      const refunded: ProviderPayment = {
        ...payment,
        status: 'refunded',
        providerStatus: 'refunded',
        refunded: payment.amount,
        updatedAt: now(),
      };
      payments.set(id, refunded);
      return refunded;
    },
    isGenuine: (notification) => isSigned(notification, [secret], now()),
  };

  return {
    ...provider,

    forDeposits: (ownerId) => ({
      ...provider,
      createPreference: async (order) => {
        deposits.set(order.id, { ownerId, order });
        return preferenceAt('abono-de-prueba', order.id);
      },
    }),
    findDeposit: (id) => deposits.get(id),

    decide: async ({ reference, amount, notificationPath }, status): Promise<TestOutcome> => {
      const earlier = paymentsOf(reference);
      if (earlier.some((payment) => payment.status === 'approved')) return 'approved';
      const pending = earlier.find((payment) => payment.status === 'pending');
      const id = pending?.id ?? String(newNumber());
      const payment = { ...newPayment({ id, reference, amount, status }), createdAt: pending?.createdAt ?? now() };
      payments.set(payment.id, payment);
      // The real provider also returns the payer if the notification fails.
      await notify(payment, pending ? 'payment.updated' : 'payment.created', notificationPath).catch(() => undefined);
      return status;
    },
  };
}

/** A random number as long as the provider's ids. A counter would repeat the ids of an earlier process. */
const newNumber = (): number => randomInt(10 ** 13, 10 ** 14);

interface Address {
  host: string;
  port: number;
}

/** Posts a notification of the test checkout to this server over HTTP, as the real provider does. */
export async function postNotification(at: Address, { path, query, headers, body }: Delivery): Promise<void> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[at.host] ?? (at.host.includes(':') ? `[${at.host}]` : at.host);
  const address = `http://${host}:${at.port}${path ?? receiveNotification.path}?${new URLSearchParams(query)}`;
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  await reply.body?.cancel();
}
