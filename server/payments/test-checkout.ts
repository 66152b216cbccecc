import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { receiveNotification } from '#contract/billing';
import type { TestOutcome } from '#contract/test-checkout';
import { isSigned, signatureFor } from './notification-signature.ts';
import { type PaymentProvider, type ProviderPayment, referenceOf } from './payment-provider.ts';

/** A notification as the provider posts it. */
export interface Delivery {
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

interface Options {
  publicUrl: string;
  now(): Date;
  /** Posts a notification to the endpoint that the real provider uses. */
  deliver(delivery: Delivery): Promise<unknown>;
}

/** The provider for development and tests. Its checkout is a page of the application, and no money is charged. */
export interface TestCheckoutProvider extends PaymentProvider {
  /** Returns the resulting status. An approved payment stays approved. */
  decide(order: { id: string; amount: number }, outcome: TestOutcome): Promise<TestOutcome>;
}

const COLLECTOR = 'prueba';

/** Payments are kept in memory. After a restart, the provider no longer finds them. */
export function testCheckoutProvider({ publicUrl, now, deliver }: Options): TestCheckoutProvider {
  const secret = randomBytes(32).toString('hex');
  const payments = new Map<string, ProviderPayment>();
  const paymentsOf = (reference: string) => [...payments.values()].filter((one) => one.reference === reference);

  async function notify(payment: ProviderPayment, action: 'payment.created' | 'payment.updated'): Promise<void> {
    const requestId = randomUUID();
    const signature = signatureFor({ dataId: payment.id, requestId }, String(now().getTime()), secret);
    await deliver({
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

  return {
    name: 'test',

    createPreference: async ({ id }) => ({
      id: `${COLLECTOR}-${id}`,
      initPoint: `${publicUrl}/pago-de-prueba/${id}`,
      sandboxInitPoint: undefined,
      collectorId: COLLECTOR,
    }),

    findPayment: async (id) => payments.get(id),
    paymentsOf: async (reference) => paymentsOf(reference),
    isGenuine: (notification) => isSigned(notification, [secret], now()),

    decide: async (order, status): Promise<TestOutcome> => {
      const reference = referenceOf(order.id);
      const earlier = paymentsOf(reference);
      if (earlier.some((payment) => payment.status === 'approved')) return 'approved';
      const pending = earlier.find((payment) => payment.status === 'pending');
      const payment: ProviderPayment = {
        id: pending?.id ?? String(newNumber()),
        reference,
        status,
        providerStatus: status,
        isDisputed: false,
        statusDetail: undefined,
        amount: order.amount,
        refunded: 0,
        currency: 'CLP',
        collectorId: COLLECTOR,
        createdAt: pending?.createdAt ?? now(),
        updatedAt: now(),
      };
      payments.set(payment.id, payment);
      // The real provider also returns the payer if the notification fails.
      await notify(payment, pending ? 'payment.updated' : 'payment.created').catch(() => undefined);
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
export async function postNotification(at: Address, { query, headers, body }: Delivery): Promise<void> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[at.host] ?? (at.host.includes(':') ? `[${at.host}]` : at.host);
  const reply = await fetch(`http://${host}:${at.port}${receiveNotification.path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  await reply.body?.cancel();
}
