import { expect, test } from 'vitest';
import { paymentReturn } from '#web/billing/payment-return.ts';

const read = (search: string) => {
  const back = paymentReturn(new URLSearchParams(search));
  return back && { outcome: back.outcome, rest: back.rest.toString() };
};

test.each(['success', 'failure', 'pending'])('%s is read, and only the tab stays in the address', (outcome) => {
  const added = 'collection_id=1&payment_id=1&status=approved&external_reference=fa-1&merchant_order_id=2&site_id=MLC';
  expect(read(`tab=suscripcion&payment=${outcome}&${added}`)).toEqual({ outcome, rest: 'tab=suscripcion' });
});

test('an address without `payment` is not changed', () => {
  expect(read('tab=firma')).toBeUndefined();
  expect(read('payment_id=123')).toBeUndefined();
});

test.each(['', 'SUCCESS', 'toString', 'null'])('the unknown outcome %j is removed and shows nothing', (word) => {
  expect(read(`tab=firma&payment=${word}`)).toEqual({ outcome: undefined, rest: 'tab=firma' });
});

test('the first of two outcomes counts, and the default tab is the subscription', () => {
  expect(read('payment=failure&payment=success')).toEqual({ outcome: 'failure', rest: 'tab=suscripcion' });
});
