import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { TestOutcome } from '#contract/test-checkout';
import { isSigned, signatureFor } from './notification-signature.ts';
import { type PaymentProvider, type ProviderPayment, referenceOf } from './payment-provider.ts';

/** A notification on its way: what the provider would post. */
export interface Delivery {
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

interface Options {
  publicUrl: string;
  now(): Date;
  /** Posts a notification to the very endpoint that the real provider's arrive at. */
  deliver(delivery: Delivery): Promise<unknown>;
}

/** The provider of development and tests: our own page stands for its checkout, and nobody pays anything. */
export interface TestCheckoutProvider extends PaymentProvider {
  /** What comes of it: an approved payment stays approved, whatever is said of it afterwards. */
  decide(order: { id: string; amount: number }, outcome: TestOutcome): Promise<TestOutcome>;
}

const COLLECTOR = 'prueba';

/** Its payments live with the process: after a restart they are as unknown as those of the provider's simulator. */
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
        ...{ id: newNumber(), live_mode: false, type: 'payment', date_created: now().toISOString() },
        ...{ api_version: 'v1', action, data: { id: payment.id } },
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
        ...{ id: pending?.id ?? String(newNumber()), reference, status, providerStatus: status, isDisputed: false },
        ...{ statusDetail: undefined, amount: order.amount, refunded: 0, currency: 'CLP', collectorId: COLLECTOR },
        ...{ createdAt: pending?.createdAt ?? now(), updatedAt: now() },
      };
      payments.set(payment.id, payment);
      // The real one sends the payer back whether its notification arrived or not.
      await notify(payment, pending ? 'payment.updated' : 'payment.created').catch(() => undefined);
      return status;
    },
  };
}

/** As large as the provider's own, and not counted from one: the numbers of an earlier process stay taken. */
const newNumber = (): number => randomInt(10 ** 13, 10 ** 14);
