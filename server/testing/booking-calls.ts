import { listBookingRequests } from '#contract/booking-requests';
import { DEFAULT_BOOKING_SETTINGS } from '#contract/booking-settings';
import { addDays, dayIn } from '#contract/days';
import { listWaiting } from '#contract/waiting-list';
import { createWaitingLink } from '#server/booking/waiting-link.service';
import { book, join, newBookingPerson, newProof, offeredHours, openBookingPage } from './bookings.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person } from './endpoint-resources.ts';
import type { TestApp } from './test-app.ts';

const nextDays = (testApp: TestApp) => {
  const from = dayIn('America/Santiago', testApp.deps.now());
  return { from, to: addDays(from, 13) };
};

async function bookedHour(testApp: TestApp, owner: Person) {
  const page = await openBookingPage(owner);
  const [hour = { date: '', time: '' }] = await offeredHours(testApp, page);
  const { body } = await book(testApp, page, hour);
  return body;
}

async function requestOf(testApp: TestApp, owner: Person): Promise<{ id: string }> {
  await bookedHour(testApp, owner);
  const { body } = await owner.send(listBookingRequests);
  return { id: body.at(-1)?._id ?? '' };
}

async function waitingOf(testApp: TestApp, owner: Person): Promise<{ id: string }> {
  await join(testApp, await openBookingPage(owner), nextDays(testApp));
  const { body } = await owner.send(listWaiting);
  return { id: body.at(-1)?._id ?? '' };
}

/** The link with which somebody leaves the waiting list. */
export async function newWaitingLink(testApp: TestApp, owner: Person): Promise<{ params: { token: string } }> {
  const { id } = await waitingOf(testApp, owner);
  const entry = { id, to: nextDays(testApp).to };
  const now = testApp.deps.now();
  const token = await testApp.deps.tenantTransaction(owner.user._id, (tx) => createWaitingLink(tx, entry, now));
  return { params: { token } };
}

/** The calls of `endpointCalls` about online booking. */
export const bookingCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/account/booking': () => ({}),
  'PUT /api/account/booking': () => ({ body: { ...DEFAULT_BOOKING_SETTINGS, slug: 'dra-ana-rojas' } }),
  'POST /api/account/booking/preview': async (owner) => {
    const { serviceId } = await openBookingPage(owner);
    return { body: { minNoticeHours: 0, windowDays: 30, bufferMinutes: 0, maxPerDay: null, serviceId } };
  },
  'GET /api/booking/{slug}': async (owner) => {
    const { slug } = await openBookingPage(owner);
    return { params: { slug } };
  },
  'GET /api/booking/{slug}/slots': async (owner) => {
    const { slug, serviceId } = await openBookingPage(owner);
    return { params: { slug }, query: { serviceId, ...nextDays(testApp) } };
  },
  'GET /api/booking/{slug}/next': async (owner) => {
    const { slug, serviceId } = await openBookingPage(owner);
    return { params: { slug }, query: { serviceId } };
  },
  'GET /api/booking/{slug}/challenge': async (owner) => {
    const { slug } = await openBookingPage(owner);
    return { params: { slug } };
  },
  'POST /api/booking/{slug}': async (owner) => {
    const { slug, serviceId } = await openBookingPage(owner);
    const [hour] = await offeredHours(testApp, { slug, serviceId });
    const altcha = await newProof(testApp, slug);
    return { params: { slug }, body: { ...newBookingPerson(), ...hour, serviceId, acceptsPrivacy: true, altcha } };
  },
  'POST /api/bookings/{bookingKey}/resend': async (owner) => {
    const { bookingKey = '' } = await bookedHour(testApp, owner);
    return { params: { bookingKey }, body: {} };
  },
  'GET /api/booking-requests': () => ({}),
  'GET /api/booking-requests/count': () => ({}),
  'POST /api/booking-requests/{id}/accept': async (owner) => ({ params: await requestOf(testApp, owner) }),
  'POST /api/booking-requests/{id}/reject': async (owner) => ({
    params: await requestOf(testApp, owner),
    body: { message: 'Ese día no atiendo' },
  }),
  'POST /api/booking-requests/{id}/reject-connection': async (owner) => ({ params: await requestOf(testApp, owner) }),
  'POST /api/booking/{slug}/waiting-list': async (owner) => {
    const { slug, serviceId } = await openBookingPage(owner);
    const altcha = await newProof(testApp, slug);
    const when = { ...nextDays(testApp), times: 'any' };
    return { params: { slug }, body: { ...newBookingPerson(), ...when, serviceId, acceptsPrivacy: true, altcha } };
  },
  'GET /api/waiting-list': () => ({}),
  'POST /api/waiting-list/remove': async (owner) => ({ body: { ids: [(await waitingOf(testApp, owner)).id] } }),
  'DELETE /api/waiting-list/{id}': async (owner) => ({ params: await waitingOf(testApp, owner) }),
});
