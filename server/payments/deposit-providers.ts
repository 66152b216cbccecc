import type { Config } from '#server/platform/config';
import { type MercadoPago, mercadoPago } from './mercado-pago.ts';
import { type TestCheckoutOptions, type TestCheckoutProvider, testCheckoutProvider } from './test-checkout.ts';

/** The credentials of a professional's own account of the provider. */
export interface Credentials {
  accessToken: string;
  webhookSecret: string;
}

/** The providers of deposits, which patients pay to their professional. They have nothing to do with the subscription. */
export interface DepositProviders {
  /** Mercado Pago with the credentials of one professional. */
  connect(credentials: Credentials): MercadoPago;
  /** Stands in where a professional has no credentials. Undefined in production. */
  testCheckout: TestCheckoutProvider | undefined;
}

/** Dependencies of the services that call the provider of one professional. */
export interface DepositProvidersDeps {
  depositProviders: DepositProviders;
}

/** `testCheckout` is the test checkout of the subscription, if there is one. Both then share it. */
export function chooseDepositProviders(
  { mercadoPagoApiUrl: apiUrl, isProduction }: Pick<Config, 'mercadoPagoApiUrl' | 'isProduction'>,
  { testCheckout, ...options }: TestCheckoutOptions & { testCheckout: TestCheckoutProvider | undefined },
): DepositProviders {
  return {
    connect: ({ accessToken, webhookSecret }) =>
      mercadoPago({ apiUrl, accessToken, webhookSecrets: [webhookSecret], now: options.now }),
    testCheckout: testCheckout ?? (isProduction ? undefined : testCheckoutProvider(options)),
  };
}
