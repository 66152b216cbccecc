import { randomInt } from 'node:crypto';
import { createBooking, getBookingChallenge, listBookingSlots } from '#contract/booking';
import { type BookingSettings, DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { addDays, dayIn } from '#contract/days';
import { checkDigit } from '#contract/rut';
import { createService, type NewService } from '#contract/services';
import { joinWaitingList } from '#contract/waiting-list';
import { putWorkingHours, type WorkingInterval } from '#contract/working-hours';
import type { Mailbox } from './mailbox.ts';
import { newService } from './services.ts';
import { solveChallenge } from './solve-challenge.ts';
import type { Person, TestApp } from './test-app.ts';

/** Monday to Friday, 09:00 to 13:00. */
const MORNINGS: WorkingInterval[] = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '13:00' }));

export interface OpenedPage {
  slug: string;
  serviceId: string;
}

/** A professional begins to take bookings. */
export async function openBookingPage(
  person: Pick<Person, 'send' | 'user'>,
  rules: Partial<BookingSettings> = {},
  { hours = MORNINGS, service = {} }: { hours?: WorkingInterval[]; service?: Partial<NewService> } = {},
): Promise<OpenedPage> {
  await person.send(putWorkingHours, { body: { hours } });
  const { body } = await person.send(createService, { body: newService({ duration: 30, ...service }) });
  // The same page again for the same professional.
  const slug = rules.slug ?? `consulta-${person.user._id}`;
  const settings = { ...DEFAULT_BOOKING_SETTINGS, minNoticeHours: 0, ...rules, slug, enabled: true };
  const { status } = await person.send(putBookingSettings, { body: settings });
  if (status !== 200) throw new Error(`booking was not enabled: ${status}`);
  return { slug, serviceId: body._id };
}

/** A person whose document and address nobody else has. */
export function newBookingPerson() {
  const digits = String(randomInt(10_000_000, 99_999_999));
  return {
    name: 'Rosa Elena Díaz Soto',
    rut: `${digits}-${checkDigit(digits)}`,
    birthDate: '1985-03-09',
    phone: '9 1234 5678',
    email: `rosa-${digits}@ejemplo.cl`,
  };
}

/** The proof of work of one request. */
export async function newProof(testApp: Pick<TestApp, 'send'>, slug: string): Promise<string> {
  const { body } = await testApp.send(getBookingChallenge, { params: { slug } });
  return solveChallenge(body);
}

/** The first hours that the page offers in the next days. */
export async function offeredHours(testApp: Pick<TestApp, 'send' | 'deps'>, { slug, serviceId }: OpenedPage) {
  const from = dayIn('America/Santiago', testApp.deps.now());
  const query = { serviceId, from, to: addDays(from, 13) };
  const { body } = await testApp.send(listBookingSlots, { params: { slug }, query });
  return body.flatMap(({ date, times }) => times.map((time) => ({ date, time })));
}

/** Books an hour as the page does. */
export async function book(
  testApp: Pick<TestApp, 'send'>,
  { slug, serviceId }: OpenedPage,
  booking: { date: string; time: string } & Partial<ReturnType<typeof newBookingPerson>> & Record<string, unknown>,
) {
  const body = { ...newBookingPerson(), serviceId, acceptsPrivacy: true as const, ...booking };
  const altcha = await newProof(testApp, slug);
  return testApp.send(createBooking, { params: { slug }, body: { altcha, ...body } as never });
}

/** Joins the waiting list as the page does. */
export async function join(
  testApp: Pick<TestApp, 'send'>,
  { slug, serviceId }: OpenedPage,
  entry: { from: string; to: string } & Record<string, unknown>,
) {
  const body = { ...newBookingPerson(), serviceId, times: 'any', acceptsPrivacy: true, ...entry };
  const altcha = await newProof(testApp, slug);
  return testApp.send(joinWaitingList, { params: { slug }, body: { altcha, ...body } as never });
}

/** Joins the waiting list, and confirms it as by the link of the mail. */
export async function joinAndConfirm(testApp: Pick<TestApp, 'send' | 'sql'>, ...[page, entry]: JoinValues) {
  const reply = await join(testApp, page, entry);
  await testApp.sql`update waiting_list set confirmed_at = created_at where confirmed_at is null`;
  return reply;
}

type JoinValues = [page: Parameters<typeof join>[1], entry: Parameters<typeof join>[2]];

/** Delivers what is queued. Returns all mails to an address. */
export async function mailsTo(testApp: Pick<TestApp, 'deps'>, mailbox: Mailbox, address: string) {
  await mailbox.deliver(testApp);
  return mailbox.received.filter(({ to }) => to.includes(address));
}

/** The token of the link in a mail to whoever booked. Empty without a link. */
export const linkToken = (mail: { text: string } | undefined): string =>
  /\/cita\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
