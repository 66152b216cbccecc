import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resendBooking } from '#contract/booking';
import { book, join, mailsTo, newBookingPerson, type OpenedPage, openBookingPage } from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { exerciseRight } from '#server/testing/rights-requests';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const TUESDAY = '2026-11-17';

let now = START;
let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
let page: OpenedPage;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now, sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  now = START;
  await testApp.sql`delete from rate_limits`;
  ana = await testApp.newProfessional();
  page = await openBookingPage(ana);
});

const bookAs = (email: string, time = '09:00', on = page) => book(testApp, on, { date: TUESDAY, time, email });
const resend = (bookingKey = '', email?: string) =>
  testApp.send(resendBooking, { params: { bookingKey }, body: email === undefined ? {} : { email } });
const spend = (left: number) => testApp.sql`update rate_limits set hits = hits + ${14 - left}`;
const received = async (email: string) => (await mailsTo(testApp, mailbox, email)).length;

test('one mailbox gets at most fourteen mails a day, from all professionals and in all spellings of its address', async () => {
  const { body } = await bookAs('ro.sa+uno@gmail.com');
  expect((await resend(body.bookingKey)).status).toBe(202);
  await spend(3);
  expect((await resend(body.bookingKey)).status).toBe(202);
  const { status, error } = await resend(body.bookingKey, 'r.osa@googlemail.com');
  expect([status, error.code]).toEqual([429, 'MAIL_LIMIT_REACHED']);
  const berta = await testApp.newProfessional();
  const elsewhere = await bookAs('rosa@gmail.com', '09:00', await openBookingPage(berta));
  expect(elsewhere.body).toMatchObject({ status: 'requested', holdsHour: false });
  expect((await bookAs('pedro@gmail.com', '10:00')).body.status).toBe('unverified');
  now = new Date(START.getTime() + DAY_MS);
  const tomorrow = await book(testApp, page, { date: '2026-11-19', time: '09:00', email: 'rosa@gmail.com' });
  expect(tomorrow.body.status).toBe('unverified');
});

test('one mailbox has two bookings with a professional, however its address is written', async () => {
  await bookAs('rosa+1@gmail.com', '09:00');
  await bookAs('rosa+2@gmail.com', '09:30');
  expect((await bookAs('ro.sa@gmail.com', '10:00')).error.code).toBe('TOO_MANY_BOOKINGS');
});

test('when the mails of strangers are used up, a booking waits for the professional and holds no hour', async () => {
  await bookAs(newBookingPerson().email);
  await testApp.sql`update rate_limits set hits = 300 where resets_at > ${now}`;
  const { email } = newBookingPerson();
  const { body } = await bookAs(email, '10:00');
  expect(body).toMatchObject({ status: 'requested', holdsHour: false });
  expect(await received(email)).toBe(0);
});

test('mails that strangers cause and mails of the professional use up different budgets', async () => {
  const first = newBookingPerson();
  await bookAs(first.email);
  await received(first.email);
  await testApp.sql`
    insert into mail_outbox (id, user_id, kind, parameters, created_at, next_attempt_at, status, finished_at)
    select gen_random_uuid(), ${ana.user._id}, 'booking-message', null, ${now}, ${now}, 'sent', ${now}
      from generate_series(1, 1000)`;
  const { email } = newBookingPerson();
  expect((await bookAs(email, '10:00')).body.status).toBe('unverified');
  expect(await received(email)).toBe(1);
});

test('an entry of the waiting list whose mail may not be sent is refused with a sentence', async () => {
  const { email } = newBookingPerson();
  await bookAs(email);
  await testApp.sql`update rate_limits set hits = 20 where resets_at > ${now}`;
  const { status, error } = await join(testApp, page, { from: TUESDAY, to: TUESDAY, email });
  expect([status, error.code]).toEqual([429, 'MAIL_LIMIT_REACHED']);
});

test('a receipt of rights is sent, whatever the mailbox and the professional have had', async () => {
  const { email } = newBookingPerson();
  await bookAs(email);
  await testApp.sql`update rate_limits set hits = 5000 where resets_at > ${now}`;
  await testApp.sql`
    insert into mail_outbox (id, user_id, kind, parameters, created_at, next_attempt_at, status, finished_at)
    select gen_random_uuid(), ${ana.user._id}, 'rights-receipt', null, ${now}, ${now}, 'sent', ${now}
      from generate_series(1, 1000)`;
  const before = await received(email);
  expect((await exerciseRight(testApp, { slug: page.slug, email })).status).toBe(201);
  expect(await received(email)).toBe(before + 1);
});
