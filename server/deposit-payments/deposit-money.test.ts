import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as links from '#contract/appointment-links';
import { acceptBookingRequest, listBookingRequests, rejectBookingRequest } from '#contract/booking-requests';
import { listCharges } from '#contract/charge-summaries';
import { refundChargePayment } from '#contract/charges';
import { refundLinkedDeposit } from '#contract/deposits';
import { newAssistant } from '#server/testing/assistants';
import { payTestDeposit } from '#server/testing/deposit-calls';
import {
  createDepositTestApp,
  DEPOSIT,
  type DepositTestApp,
  HOUR_MS,
  MINUTE_MS,
  START,
} from '#server/testing/deposits';
import type { PaymentJson } from '#server/testing/mercado-pago';
import type { Person } from '#server/testing/test-app';

let testApp: DepositTestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createDepositTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.startOver();
});

const online = async () => testApp.onlinePayments(ana.user._id);

const EVENTS = [
  'pay',
  'reject',
  'refund-by-provider',
  'notify',
  'notify-again',
  'cancel',
  'refund',
  'refund-by-link',
  'decline',
  'accept',
  'wait',
  'jobs',
  'outage',
] as const;

test('the money kept is what charges list as paid online, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('automatic' as const, 'manual' as const),
      fc.array(fc.constantFrom(...EVENTS), { minLength: 3, maxLength: 12 }),
      async (approval, events) => {
        testApp.setNow(START);
        testApp.fakeProvider.replyWith('normal');
        ana = await testApp.newProfessional();
        const page = await testApp.takesDeposits(ana, { approval });
        const { preferenceId, token } = await testApp.booked(page);
        const payments: PaymentJson[] = [];
        for (const event of events) await happen(event, { preferenceId, token, payments });

        // All notifications arrive in the end, and the provider answers again.
        testApp.fakeProvider.replyWith('normal');
        for (const payment of payments) await testApp.notify(ana, payment);
        for (let round = 0; round < 3; round++) {
          testApp.pass(8 * HOUR_MS);
          await testApp.runJobs();
        }
        const states = payments.map((payment) => testApp.fakeProvider.change(payment, {}));
        const received = states.filter(({ status }) => status === 'approved' || status === 'refunded');
        const returned = states.reduce((sum, { status }) => sum + (status === 'refunded' ? DEPOSIT : 0), 0);
        const kept = states.reduce((sum, { status }) => sum + (status === 'approved' ? DEPOSIT : 0), 0);
        expect(kept + returned).toBe(received.length * DEPOSIT);
        const paid = (await online()).reduce((sum, { amount, isVoid }) => sum + (isVoid ? 0 : amount), 0);
        const [{ status } = { status: '' }] = await testApp.deposits(ana.user._id);
        // A deposit that waits for an answer or another hour has no charge yet.
        const waiting = paid === 0 && (status === 'unplaced' || status === 'paid') ? DEPOSIT : 0;
        expect(kept).toBe(paid + waiting);
        expect(kept).toBeLessThanOrEqual(DEPOSIT);
      },
    ),
    { numRuns: 25 },
  );
}, 400_000);

interface Story {
  preferenceId: string;
  token: string;
  payments: PaymentJson[];
}

async function happen(event: (typeof EVENTS)[number], { preferenceId, token, payments }: Story): Promise<void> {
  const params = { token };
  const last = payments.at(-1);
  const person = await testApp.logIn(ana.user.email);
  switch (event) {
    case 'pay':
      return void payments.push(testApp.fakeProvider.pay(preferenceId));
    case 'reject':
      return void payments.push(testApp.fakeProvider.pay(preferenceId, { status: 'rejected' }));
    case 'refund-by-provider':
      if (last && testApp.fakeProvider.change(last, {}).status === 'approved') {
        testApp.fakeProvider.change(last, { status: 'refunded', transaction_amount_refunded: DEPOSIT });
      }
      return;
    case 'notify':
      return void (last && (await testApp.notify(ana, last)));
    case 'notify-again':
      return void (payments[0] && (await testApp.notify(ana, payments[0])));
    case 'cancel':
      return void (await testApp.send(links.cancelLinkedAppointment, { params }));
    case 'refund-by-link':
      return void (await testApp.send(refundLinkedDeposit, { params }));
    case 'refund': {
      const [charge] = (await person.send(listCharges, { query: {} })).body.charges;
      const path = { id: charge?._id ?? '', paymentId: charge?.payments[0]?._id ?? '' };
      return void (charge && (await person.send(refundChargePayment, { params: path })));
    }
    case 'accept':
    case 'decline': {
      const [request] = (await person.send(listBookingRequests)).body;
      const endpoint = event === 'accept' ? acceptBookingRequest : rejectBookingRequest;
      return void (request && (await person.send(endpoint, { params: { id: request._id } })));
    }
    case 'wait':
      return testApp.pass(40 * MINUTE_MS);
    case 'jobs':
      return testApp.runJobs();
    case 'outage':
      // The next call fails with both of its attempts.
      return testApp.fakeProvider.replyWith(500, 500, 'normal');
  }
}

test('an assistant who may not charge sees no deposit, and accepts and rejects bookings with one', async () => {
  const page = await testApp.takesDeposits(ana, { approval: 'manual' });
  const marta = (await newAssistant(testApp, [ana], { canCharge: false })).for(ana);
  for (const time of ['09:00', '10:00']) {
    const { preferenceId } = await testApp.booked(page, { time });
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  }
  const [first, second] = (await marta.send(listBookingRequests)).body;
  expect([first, second].map((request) => request?.deposit)).toEqual([undefined, undefined]);
  const other = (await newAssistant(testApp, [ana])).for(ana);
  const [seen] = (await other.send(listBookingRequests)).body;
  expect(seen?.deposit).toEqual({ amount: DEPOSIT, isPaid: true });
  expect((await marta.send(acceptBookingRequest, { params: { id: first?._id ?? '' } })).status).toBe(201);
  expect((await marta.send(rejectBookingRequest, { params: { id: second?._id ?? '' } })).status).toBe(204);
  await testApp.runJobs();
  const statuses = (await testApp.deposits(ana.user._id)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['paid', 'refunded']);
  expect((await online()).map(({ isVoid }) => isVoid)).toEqual([false]);
});

test('the test checkout pays deposits where a professional has no account', async () => {
  const token = await payTestDeposit(testApp, ana);
  const { body } = await testApp.send(links.getLinkedAppointment, { params: { token } });
  expect(body).toMatchObject({ status: 'scheduled', deposit: { status: 'paid' } });
  expect((await online()).length).toBe(1);
  await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  await testApp.runJobs();
  expect((await online()).map(({ isVoid }) => isVoid)).toEqual([true]);
});
