import { expect, test } from 'vitest';
import { checkoutAddress } from '#web/billing/billing.queries.ts';

const initPoint = 'https://www.mercadopago.cl/checkout/v1/redirect?pref_id=1';
const sandboxInitPoint = 'http://localhost:3000/pago-de-prueba/1';

test('the real checkout comes before the sandbox', () => {
  expect(checkoutAddress({ success: true, preference: { initPoint, sandboxInitPoint } })).toBe(initPoint);
  expect(checkoutAddress({ success: true, preference: { sandboxInitPoint } })).toBe(sandboxInitPoint);
});

test.each([
  {},
  { success: true },
  { success: true, preference: null },
  { success: true, preference: {} },
  { success: false, preference: { initPoint } },
  { preference: { initPoint } },
])('a reply without success or preference has no checkout: %j', (reply) => {
  expect(checkoutAddress(reply)).toBeUndefined();
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://a/1', '/pago', 'no es una dirección'])(
  '%s is not a checkout address',
  (address) => {
    expect(checkoutAddress({ success: true, preference: { initPoint: address } })).toBeUndefined();
  },
);
