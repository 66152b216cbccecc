import type { Config } from '#server/platform/config';
import { mercadoPago } from './mercado-pago.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { type TestCheckoutOptions, type TestCheckoutProvider, testCheckoutProvider } from './test-checkout.ts';

/** The configured payment provider, and the lines about it that are logged at startup. */
export interface Payments {
  provider: PaymentProvider | undefined;
  /** Set only if the provider is the test checkout. */
  testCheckout: TestCheckoutProvider | undefined;
  notices: string[];
}

/** Dependencies of the services that call the provider. */
export interface PaymentsDeps {
  payments: Pick<Payments, 'provider' | 'testCheckout'>;
}

/**
 * An access token selects Mercado Pago. Without a token, production has no provider, and every other environment uses
 * the test checkout.
 */
export function choosePayments(
  config: Pick<Config, 'mercadoPago' | 'isProduction'>,
  { publicUrl, now, deliver }: TestCheckoutOptions,
): Payments {
  if (config.mercadoPago) {
    const notices = ['Payments: Mercado Pago'];
    if (config.mercadoPago.webhookSecrets.length === 0) notices.push(UNSIGNED);
    return { provider: mercadoPago({ ...config.mercadoPago, now }), testCheckout: undefined, notices };
  }
  if (config.isProduction) return { provider: undefined, testCheckout: undefined, notices: [NONE] };
  const testCheckout = testCheckoutProvider({ publicUrl, now, deliver });
  return { provider: testCheckout, testCheckout, notices: [TEST] };
}

const UNSIGNED =
  'Warning: MERCADOPAGO_WEBHOOK_SECRET is not set, so every notification is rejected; payments are found by polling, every five minutes at first and then every hour, refunds once a day';
const NONE = 'Payments: none, MERCADOPAGO_ACCESS_TOKEN is not set';
const TEST = 'Payments: test checkout, NO PAYMENT IS REAL. Set MERCADOPAGO_ACCESS_TOKEN to accept payments';
