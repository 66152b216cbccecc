import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment, listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { refundLinkedDeposit } from '#contract/deposits';
import { cleanUp } from '#server/cleanup/clean-up';
import { mailsTo } from '#server/testing/bookings';
import {
  createDepositTestApp,
  DAY_MS,
  DEPOSIT,
  type DepositTestApp,
  HOUR_MS,
  MINUTE_MS,
  PRICE,
  TUESDAY,
} from '#server/testing/deposits';
import { openMailbox } from '#server/testing/mailbox';
import type { Person } from '#server/testing/test-app';

let testApp: DepositTestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
beforeAll(async () => {
  testApp = await createDepositTestApp({ sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  ana = await testApp.startOver();
});

const ownerId = () => ana.user._id;
const statuses = async () => (await testApp.deposits(ownerId())).map(({ status }) => status);
const linked = async (token: string) => (await testApp.send(links.getLinkedAppointment, { params: { token } })).body;
/** An access token does not last an hour. */
const returns = async () => {
  ana = await testApp.logIn(ana.user.email);
};
const visits = async () => (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;
const refundCalls = () => testApp.fakeProvider.requests.filter(({ path }) => path.endsWith('/refunds')).length;

/** An hour is not paid in time, and somebody else takes it. */
async function unplaced() {
  const page = await testApp.takesDeposits(ana);
  const booked = await testApp.booked(page);
  testApp.pass(HOUR_MS + MINUTE_MS);
  await testApp.runJobs();
  await returns();
  const patient = await ana.hasPatient();
  await ana.send(createAppointment, { body: { patientId: patient._id, date: TUESDAY, time: '10:00', duration: 30 } });
  const payment = testApp.fakeProvider.pay(booked.preferenceId);
  await testApp.notify(ana, payment);
  return { ...booked, page, payment };
}

describe('a booking that is not paid in time', () => {
  test('ends after an hour, and its hour is free', async () => {
    const page = await testApp.takesDeposits(ana);
    const { token } = await testApp.booked(page);
    testApp.pass(HOUR_MS);
    await testApp.runJobs();
    expect([await statuses(), await testApp.bookings(ownerId())]).toEqual([['ended'], ['ended']]);
    expect(await linked(token)).toMatchObject({ status: 'cancelled', canCancel: false, deposit: { status: 'ended' } });
    expect((await linked(token)).deposit?.paymentUrl).toBeUndefined();
    expect((await testApp.booked(page)).status).toBe(201);
    // Nothing is awaited any more.
    const asked = testApp.fakeProvider.requests.length;
    testApp.pass(30 * MINUTE_MS);
    await testApp.runJobs();
    expect((await testApp.deposits(ownerId()))[0]?.next_check_at).toBeNull();
    expect(testApp.fakeProvider.requests.length).toBeLessThan(asked + 3);
  });

  test('leaves the choice of another hour when its own hour has just begun', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    testApp.setNow(new Date(`${TUESDAY}T13:00:06Z`));
    await testApp.runJobs();
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    expect([await testApp.bookings(ownerId()), await statuses()]).toEqual([['unplaced'], ['unplaced']]);
  });

  test('is deleted with its deposit after a week', async () => {
    await testApp.booked(await testApp.takesDeposits(ana));
    testApp.pass(HOUR_MS);
    await testApp.runJobs();
    const left = async () => {
      await cleanUp({ ...testApp.deps, purgeAccount: async () => false });
      return [await testApp.bookings(ownerId()), await statuses()];
    };
    testApp.pass(6 * DAY_MS);
    expect(await left()).toEqual([['ended'], ['ended']]);
    testApp.pass(2 * DAY_MS);
    await testApp.runJobs();
    expect(await left()).toEqual([[], []]);
  });

  test('goes on when the notification was lost and the provider is asked', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    testApp.fakeProvider.pay(preferenceId);
    testApp.pass(6 * MINUTE_MS);
    await testApp.runJobs();
    expect([await statuses(), (await visits()).length]).toEqual([['paid'], 1]);
  });

  test('ends in time when the provider cannot be asked, and goes on when it can', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    testApp.fakeProvider.pay(preferenceId);
    testApp.fakeProvider.replyWith(500);
    testApp.pass(HOUR_MS);
    await testApp.runJobs();
    expect(await testApp.bookings(ownerId())).toEqual(['ended']);
    testApp.fakeProvider.replyWith('normal');
    testApp.pass(10 * MINUTE_MS);
    await testApp.runJobs();
    await returns();
    expect([await statuses(), (await visits()).length]).toEqual([['paid'], 1]);
  });

  test('takes its hour again while it is free', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    testApp.pass(2 * HOUR_MS);
    await testApp.runJobs();
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    await returns();
    expect([await statuses(), (await visits()).length]).toEqual([['paid'], 1]);
  });

  test('is returned when the person gave the hour back, or the professional accepted it without', async () => {
    const page = await testApp.takesDeposits(ana);
    const withdrawn = await testApp.booked(page, { time: '09:00' });
    await testApp.send(links.cancelLinkedAppointment, { params: { token: withdrawn.token } });
    const accepted = await testApp.booked(page, { time: '10:00' });
    const [request] = (await ana.send(listBookingRequests)).body;
    expect((await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } })).status).toBe(201);
    expect(await statuses()).toEqual(['ended', 'ended']);
    for (const { preferenceId } of [withdrawn, accepted]) {
      await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    }
    await testApp.runJobs();
    expect(await statuses()).toEqual(['refunded', 'refunded']);
    expect([(await visits()).length, await testApp.onlinePayments(ownerId())]).toEqual([1, []]);
  });
});

describe('a deposit that was paid when the hour was gone', () => {
  test('offers another hour, with which the booking goes on', async () => {
    const { token, email } = await unplaced();
    expect([await statuses(), await testApp.bookings(ownerId())]).toEqual([['unplaced'], ['unplaced']]);
    expect(await linked(token)).toMatchObject({ status: 'cancelled', canMove: true, deposit: { status: 'unplaced' } });
    const told = await mailsTo(testApp, mailbox, email);
    expect(told.at(-1)?.text).toContain('la hora ya no estaba libre');
    expect((await mailsTo(testApp, mailbox, ana.user.email)).at(-1)?.text).toContain('la devolución');
    const query = { from: TUESDAY, to: TUESDAY };
    const slots = await testApp.send(links.listLinkedSlots, { params: { token }, query });
    expect(slots.body[0]?.times).toContain('11:00');
    expect(slots.body[0]?.times).not.toContain('10:00');
    const body = { date: TUESDAY, time: '11:00' } as const;
    const taken = await testApp.send(links.moveLinkedAppointment, {
      params: { token },
      body: { ...body, time: '10:00' },
    });
    expect(taken.error.code).toBe('SLOT_TAKEN');
    const moved = await testApp.send(links.moveLinkedAppointment, { params: { token }, body });
    expect(moved.body).toMatchObject({ ...body, status: 'scheduled', deposit: { status: 'paid' } });
    expect((await visits()).map(({ time }) => time)).toEqual(['10:00', '11:00']);
    expect(await testApp.onlinePayments(ownerId())).toEqual([{ amount: DEPOSIT, isVoid: false, charged: PRICE }]);
  });

  test('is returned when the person asks, once', async () => {
    const { token } = await unplaced();
    const before = refundCalls();
    const asked = await testApp.send(refundLinkedDeposit, { params: { token } });
    expect([asked.status, asked.body.deposit?.status]).toEqual([200, 'refunding']);
    await testApp.runJobs();
    const again = await testApp.send(refundLinkedDeposit, { params: { token } });
    expect([again.status, again.body.deposit?.status]).toEqual([200, 'refunded']);
    expect(refundCalls() - before).toBe(1);
    const body = { date: TUESDAY, time: '11:00' } as const;
    const moved = await testApp.send(links.moveLinkedAppointment, { params: { token }, body });
    expect(moved.error.code).toBe('MOVE_NOT_ALLOWED');
  });

  test('is returned by itself after seven days', async () => {
    await unplaced();
    testApp.pass(7 * DAY_MS);
    await testApp.runJobs();
    expect([await statuses(), await testApp.bookings(ownerId())]).toEqual([['refunded'], ['ended']]);
  });

  test('is still returned after its booking was forgotten', async () => {
    const { token } = await unplaced();
    await testApp.send(refundLinkedDeposit, { params: { token } });
    testApp.fakeProvider.replyWith(500);
    testApp.pass(8 * DAY_MS);
    await testApp.runJobs();
    await testApp.sql`delete from bookings where owner_id = ${ownerId()}`;
    testApp.fakeProvider.replyWith('normal');
    testApp.pass(DAY_MS);
    await testApp.runJobs();
    expect(await statuses()).toEqual(['refunded']);
  });
});

test('a paid deposit with a live booking is not returned by its link', async () => {
  const page = await testApp.takesDeposits(ana, { approval: 'manual' });
  const { preferenceId, token, email } = await testApp.booked(page);
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  expect((await testApp.send(refundLinkedDeposit, { params: { token } })).error.code).toBe('DEPOSIT_ENDED');
  expect((await mailsTo(testApp, mailbox, email)).at(-1)?.text).toContain('recibimos tu abono de $10.000');
});
