import { DEFAULT_BOOKING_SETTINGS, getBookingSettings, putBookingSettings } from '#contract/booking-settings';
import {
  createRightsRequest,
  getRightsChallenge,
  listRightsRequests,
  type NewRightsRequest,
  type RightsRequest,
} from '#contract/rights-requests';
import { newBookingPerson } from './bookings.ts';
import { solveChallenge } from './solve-challenge.ts';
import type { Person, TestApp } from './test-app.ts';

/** The slug of a professional, that of `openBookingPage`. Whoever takes no bookings begins to take none. */
export async function hasSlug(person: Pick<Person, 'send' | 'user'>): Promise<string> {
  const slug = `consulta-${person.user._id}`;
  const { body } = await person.send(getBookingSettings);
  if (body.slug !== slug) await person.send(putBookingSettings, { body: { ...DEFAULT_BOOKING_SETTINGS, slug } });
  return slug;
}

/** The proof of work of one request. */
export async function newRightsProof(testApp: Pick<TestApp, 'send'>): Promise<string> {
  return solveChallenge((await testApp.send(getRightsChallenge)).body);
}

type Written = Partial<Omit<NewRightsRequest, 'altcha'>>;

/** What somebody writes in the form. */
export function rightsForm(written: Written = {}) {
  const { name, rut, email } = newBookingPerson();
  const text = 'Quiero una copia de mis datos';
  return { kind: 'access' as const, name, rut, email, text, ...written };
}

/** Exercises a right as the page does. */
export async function exerciseRight(testApp: Pick<TestApp, 'send'>, written: Written) {
  const altcha = await newRightsProof(testApp);
  return testApp.send(createRightsRequest, { body: { altcha, ...rightsForm(written) } as never });
}

/** A request that the professional has received, as the list shows it. */
export async function receivedRequest(
  testApp: Pick<TestApp, 'send'>,
  person: Pick<Person, 'send' | 'user'>,
  written: Written = {},
): Promise<RightsRequest> {
  const slug = await hasSlug(person);
  const { body, status } = await exerciseRight(testApp, { slug, ...written });
  const { body: list } = await person.send(listRightsRequests);
  const request = list.find(({ number }) => number === body.number);
  if (!request) throw new Error(`the request was not received: ${status}`);
  return request;
}
