import type { Config } from '#server/platform/config';
import { mercadoPago } from './mercado-pago.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { type Delivery, type TestCheckoutProvider, testCheckoutProvider } from './test-checkout.ts';

/** Who takes the money here, and what the start says of it. */
export interface Payments {
  provider: PaymentProvider | undefined;
  /** Only where the provider is the test checkout. */
  testCheckout: TestCheckoutProvider | undefined;
  notices: string[];
}

/** For the services that speak with the provider. */
export interface PaymentsDeps {
  payments: Pick<Payments, 'provider' | 'testCheckout'>;
}

interface Surroundings {
  publicUrl: string;
  now(): Date;
  deliver(delivery: Delivery): Promise<unknown>;
}

/** A token decides for Mercado Pago. Where nothing may be pretended and there is none, nobody takes money. */
export function choosePayments(
  config: Pick<Config, 'mercadoPago' | 'isProduction'>,
  { publicUrl, now, deliver }: Surroundings,
): Payments {
  if (config.mercadoPago) {
    const notices = ['Payments: Mercado Pago'];
    if (config.mercadoPago.webhookSecrets.length === 0) notices.push(UNSIGNED);
    return { provider: mercadoPago({ ...config.mercadoPago, publicUrl, now }), testCheckout: undefined, notices };
  }
  if (config.isProduction) return { provider: undefined, testCheckout: undefined, notices: [NONE] };
  const testCheckout = testCheckoutProvider({ publicUrl, now, deliver });
  return { provider: testCheckout, testCheckout, notices: [TEST] };
}

const UNSIGNED =
  'Warning: without MERCADOPAGO_WEBHOOK_SECRET no notification is believed; payments are found by asking, every five minutes at first and then every hour, refunds once a day';
const NONE = 'Payments: none, MERCADOPAGO_ACCESS_TOKEN is not set';
const TEST = 'Payments: test checkout, NO PAYMENT IS REAL. Set MERCADOPAGO_ACCESS_TOKEN to take money';
