import type { PaymentStatus } from '#contract/billing';
import { PERIODS, type SubscriptionType } from '#contract/plans';
import type { AppDeps } from '#server/app';
import type { Owner } from '#server/auth/owner';
import { receiveNotification } from '#server/billing/notifications.service';
import { purchaseReference } from '#server/billing/purchase-order';
import { createPreference } from '#server/billing/purchases.service';
import type { PaymentProvider, ProviderPayment } from '#server/payments/payment-provider';
import { AppError } from '#server/platform/app-error';

/** A purchase, and the states that the provider reported of its payment, a minute apart. */
export interface Purchase {
  daysAgo: number;
  type: SubscriptionType;
  states: readonly PaymentStatus[];
}

const COLLECTOR = 'demostracion';
const FIRST_PAYMENT = 80_431_200_117_000;

export type DemoProvider = ReturnType<typeof createDemoProvider>;

/**
 * The test checkout knows three outcomes. This provider reports every state, through the same notifications. It has the
 * name of the test checkout, so its payments count only where no payment is real.
 */
export function createDemoProvider() {
  const payments = new Map<string, ProviderPayment>();
  const provider: PaymentProvider = {
    name: 'test',
    createPreference: async ({ id }) => ({
      id: `${COLLECTOR}-${id}`,
      initPoint: `http://localhost/pago-de-prueba/${id}`,
      sandboxInitPoint: undefined,
      collectorId: COLLECTOR,
    }),
    findPayment: async (id) => payments.get(id),
    paymentsOf: async (reference) => [...payments.values()].filter((payment) => payment.reference === reference),
    refundPayment: async () => {
      throw new AppError('PAYMENT_PROVIDER_UNAVAILABLE');
    },
    isGenuine: () => true,
  };

  /** Opens the purchase of a period. Returns the id of its payment. */
  async function open(deps: AppDeps, owner: Owner, type: SubscriptionType): Promise<string> {
    const { preference } = await createPreference(deps, owner, type);
    const id = String(FIRST_PAYMENT + payments.size);
    payments.set(id, {
      id,
      reference: purchaseReference(preference.id.slice(COLLECTOR.length + 1)),
      status: 'pending',
      providerStatus: 'pending',
      isDisputed: false,
      statusDetail: undefined,
      amount: PERIODS[type].price,
      refunded: 0,
      currency: 'CLP',
      collectorId: COLLECTOR,
      createdAt: deps.now(),
      updatedAt: deps.now(),
    });
    return id;
  }

  /** The payment reaches a state, and its notification arrives. */
  async function report(deps: AppDeps, id: string, status: PaymentStatus): Promise<void> {
    const payment = payments.get(id);
    if (!payment) throw new Error(`there is no payment ${id}`);
    const refunded = status === 'refunded' ? payment.amount : 0;
    payments.set(id, { ...payment, status, providerStatus: status, refunded, updatedAt: deps.now() });
    await receiveNotification(deps, {
      query: { 'data.id': id, type: 'payment', topic: undefined, id: undefined },
      body: { id: `${id}-${status}`, type: 'payment', action: 'payment.updated', data: { id } },
      sender: { address: '127.0.0.1', headers: {} },
    });
  }

  return { provider, open, report };
}
