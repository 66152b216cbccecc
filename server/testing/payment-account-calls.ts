import { randomUUID } from 'node:crypto';
import { deletePaymentAccount, putPaymentAccount } from '#contract/deposits';
import { depositReference } from '#server/deposits/deposit-settlement';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person, TestApp } from './test-app.ts';

/** The payment provider signs this request. An unsigned request is refused. */
export const SIGNED_DEPOSIT = 'POST /api/payments/webhook/{accountKey}';

/** Texts that nothing else has, so that tests find them wherever they are written. */
export const CREDENTIALS = { accessToken: 'APP_USR-5512-074920', webhookSecret: 'firma-de-avisos-8e21' };

/** The calls of the payment account and its notifications, by the method and path of their endpoint. */
export const paymentAccountCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/account/payments': () => ({}),
  'PUT /api/account/payments': () => {
    acceptCredentials(testApp);
    return { body: CREDENTIALS };
  },
  'DELETE /api/account/payments': () => ({}),
  [SIGNED_DEPOSIT]: (owner) => ({
    params: { accountKey: owner.user._id },
    body: { type: 'payment', data: { id: '1' } },
  }),
  'GET /api/test-deposits/{id}': async (owner) => ({ params: await newTestDeposit(testApp, owner) }),
  'POST /api/test-deposits/{id}': async (owner) => ({
    params: await newTestDeposit(testApp, owner),
    body: { outcome: 'rejected' },
  }),
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

/** A deposit that waits at the test checkout, which needs a professional without credentials. */
export async function newTestDeposit(testApp: TestApp, owner: Person): Promise<{ id: string }> {
  await owner.send(deletePaymentAccount);
  const id = randomUUID();
  const at = testApp.deps.now();
  const { publicUrl } = testApp.deps;
  const returnUrl = `${publicUrl}/cita/de-prueba`;
  await testApp.deps.depositProviders.testCheckout?.forDeposits(owner.user._id).createPreference({
    id,
    reference: depositReference(id),
    item: { id: 'abono', description: 'Abono de una hora' },
    amount: 10_000,
    createdAt: at,
    expiresAt: new Date(at.getTime() + 3_600_000),
    payer: { email: 'rosa@ejemplo.cl', rut: undefined },
    returnUrls: { success: returnUrl, failure: `${returnUrl}?pago=rechazado`, pending: returnUrl },
    notificationUrl: `${publicUrl}/api/payments/webhook/${owner.user._id}`,
    acceptsPending: false,
    statementDescriptor: undefined,
    metadata: undefined,
  });
  return { id };
}
