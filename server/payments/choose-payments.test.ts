import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config';
import { choosePayments } from './choose-payments.ts';

const choose = (environment: Record<string, string | undefined>) =>
  choosePayments(readConfig(environment), {
    publicUrl: 'http://localhost:3000',
    now: () => new Date(),
    deliver: async () => undefined,
  });
const MERCADOPAGO_ACCESS_TOKEN = 'APP_USR-1';

test('without a token the test checkout is used, and startup logs that no payment is real', () => {
  for (const environment of [{}, { NODE_ENV: 'development' }]) {
    const { provider, testCheckout, notices } = choose(environment);
    expect(provider?.name).toBe('test');
    expect(testCheckout).toBe(provider);
    expect(notices).toEqual([expect.stringContaining('NO PAYMENT IS REAL')]);
  }
});

test('production without a token has no provider', () => {
  expect(choose({ NODE_ENV: 'production' })).toEqual({
    provider: undefined,
    testCheckout: undefined,
    notices: [expect.stringContaining('none')],
  });
});

test.each(['production', 'development'])('a token selects Mercado Pago without a test checkout: %s', (NODE_ENV) => {
  const chosen = choose({ NODE_ENV, MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_WEBHOOK_SECRET: 'secreto' });
  expect(chosen.provider?.name).toBe('mercado-pago');
  expect(chosen.testCheckout).toBeUndefined();
  expect(chosen.notices).toEqual(['Payments: Mercado Pago']);
});

test('a token without a webhook secret logs a warning at startup', () => {
  const { notices } = choose({ MERCADOPAGO_ACCESS_TOKEN });
  expect(notices).toContainEqual(expect.stringMatching(/^Warning: .*MERCADOPAGO_WEBHOOK_SECRET/));
  expect(notices.join()).not.toContain(MERCADOPAGO_ACCESS_TOKEN);
});
