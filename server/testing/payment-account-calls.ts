import { putPaymentAccount } from '#contract/deposits';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person, TestApp } from './test-app.ts';

/** Texts that nothing else has, so that tests find them wherever they are written. */
export const CREDENTIALS = { accessToken: 'APP_USR-5512-074920', webhookSecret: 'firma-de-avisos-8e21' };

/** The calls of the payment account, by the method and path of their endpoint. */
export const paymentAccountCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/account/payments': () => ({}),
  'PUT /api/account/payments': () => {
    acceptCredentials(testApp);
    return { body: CREDENTIALS };
  },
  'DELETE /api/account/payments': () => ({}),
});

/** The provider accepts whatever credentials are entered. */
function acceptCredentials({ deps: { depositProviders } }: TestApp): void {
  const { connect } = depositProviders;
  depositProviders.connect = (credentials) => ({
    ...connect(credentials),
    findAccount: async () => ({ collectorId: '1', isChilean: true }),
  });
}

/** Stores credentials of a professional, without a provider. */
export async function setPaymentAccount(testApp: TestApp, { send }: Pick<Person, 'send'>): Promise<void> {
  acceptCredentials(testApp);
  await send(putPaymentAccount, { body: CREDENTIALS });
}
