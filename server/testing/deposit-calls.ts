import { cancelLinkedAppointment } from '#contract/appointment-links';
import { listCharges } from '#contract/charge-summaries';
import { decideTestDeposit } from '#contract/deposits';
import { book, offeredHours, openBookingPage } from './bookings.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person, TestApp } from './test-app.ts';

/** Somebody books a visit and pays its deposit in the test checkout. Returns the token of their link. */
export async function payTestDeposit(testApp: TestApp, owner: Person): Promise<string> {
  const page = await openBookingPage(owner, { approval: 'automatic' }, { service: { price: 30_000, deposit: 10_000 } });
  // Outside the notice.
  const hour = (await offeredHours(testApp, page)).at(-1) ?? { date: '', time: '' };
  const { body } = await book(testApp, page, hour);
  const id = body.paymentUrl?.split('/').at(-1) ?? '';
  const decided = await testApp.send(decideTestDeposit, { params: { id }, body: { outcome: 'approved' } });
  return decided.body.returnTo.split('/').at(-1) ?? '';
}

/** The calls of `endpointCalls` that return deposits. */
export const depositCalls = (testApp: TestApp): Record<string, (owner: Person) => Promise<EndpointCall>> => ({
  'POST /api/appointment-links/{token}/refund': async (owner) => {
    const params = { token: await payTestDeposit(testApp, owner) };
    await testApp.send(cancelLinkedAppointment, { params });
    return { params };
  },
  'POST /api/charges/{id}/payments/{paymentId}/refund': async (owner) => {
    await payTestDeposit(testApp, owner);
    const { body } = await owner.send(listCharges, { query: {} });
    const charge = body.charges.find(({ payments }) => payments.some(({ method }) => method === 'online'));
    return { params: { id: charge?._id ?? '', paymentId: charge?.payments[0]?._id ?? '' } };
  },
});
