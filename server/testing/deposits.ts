import { type BookingReply, getBookingPage } from '#contract/booking';
import type { BookingSettings } from '#contract/booking-settings';
import { putPaymentAccount } from '#contract/deposits';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings } from '#contract/reminder-settings';
import type { NewService } from '#contract/services';
import { workOnBookings } from '#server/booking/booking-job';
import { workOnDeposits } from '#server/deposit-payments/deposit-job';
import { depositWebhook } from '#server/deposits/deposit-provider.service';
import { book, newBookingPerson, type OpenedPage, openBookingPage } from './bookings.ts';
import { type PaymentJson, startMercadoPago } from './mercado-pago.ts';
import { createTestApp, type Person } from './test-app.ts';

// Monday 18 November 2024, 07:10 in Santiago. The clean-up deletes nothing that the clock of the database keeps.
export const START = new Date('2024-11-18T10:10:00Z');
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const TUESDAY = '2024-11-19';
/** What the visit costs, and what is paid in advance. */
export const PRICE = 30_000;
export const DEPOSIT = 10_000;

export type DepositTestApp = Awaited<ReturnType<typeof createDepositTestApp>>;

/** A test app with a clock of its own. The professionals have accounts of a fake Mercado Pago. */
export async function createDepositTestApp(options: Parameters<typeof createTestApp>[0] = {}) {
  let now = START;
  const fakeProvider = await startMercadoPago(() => now);
  const { apiUrl, accessToken, webhookSecrets } = fakeProvider.config;
  const testApp = await createTestApp({ ...options, now: () => now, mercadoPagoApiUrl: apiUrl });
  const [webhookSecret = ''] = webhookSecrets;

  const deposits = async (ownerId: string) => [
    ...(await testApp.sql<
      { status: string; charge_payment_id: string | null; booking_id: string; next_check_at: Date | null }[]
    >`
      select status, charge_payment_id, booking_id, next_check_at from deposits
       where owner_id = ${ownerId} order by created_at, id`),
  ];

  const newProfessional = async () => {
    const person = await testApp.newProfessional();
    await person.pays(new Date('2100-01-01'));
    return person;
  };

  return {
    ...testApp,
    fakeProvider,
    now: () => now,
    setNow: (at: Date) => {
      now = at;
    },
    pass: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    newProfessional,
    /** Sets clock and provider back, and returns a new professional. */
    startOver: (): Promise<Person> => {
      now = START;
      fakeProvider.replyWith('normal');
      return newProfessional();
    },
    /** A professional whose patients pay deposits with Mercado Pago, and their page. */
    takesDeposits: async (
      person: Person,
      rules: Partial<BookingSettings> = {},
      service: Partial<NewService> = {},
    ): Promise<OpenedPage> => {
      const { status } = await person.send(putPaymentAccount, { body: { accessToken, webhookSecret } });
      if (status !== 200) throw new Error(`the account was refused: ${status}`);
      return openBookingPage(
        person,
        { approval: 'automatic', ...rules },
        { service: { price: PRICE, deposit: DEPOSIT, ...service } },
      );
    },
    /** Books an hour and returns what its payer gets. */
    booked: async (page: OpenedPage, hour: { date?: string; time?: string; email?: string } = {}) => {
      const person = newBookingPerson();
      const { status, body, error } = await book(testApp, page, {
        ...person,
        date: TUESDAY,
        time: '10:00',
        ...hour,
      });
      return {
        status,
        body: body as BookingReply,
        error,
        email: hour.email ?? person.email,
        ...preferenceIn(fakeProvider, body),
      };
    },
    /** Delivers the notification of a payment in its present state. */
    notify: (owner: Pick<Person, 'user'>, payment: Pick<PaymentJson, 'id'>, signing: { secret?: string } = {}) =>
      testApp.deliver({
        path: depositWebhook(owner.user._id),
        ...fakeProvider.notification(payment, { secret: webhookSecret, ...signing }),
      }),
    deposits,
    bookings: async (ownerId: string) =>
      (
        await testApp.sql<{ status: string }[]>`
        select status from bookings where owner_id = ${ownerId} order by created_at, id`
      ).map(({ status }) => status),
    /** What the charges of a professional say of online payments. */
    onlinePayments: async (ownerId: string) => [
      ...(await testApp.sql<{ amount: number; isVoid: boolean; charged: number }[]>`
        select p.amount, p.voided_at is not null as "isVoid", c.amount as charged
          from charge_payments p join charges c on c.owner_id = p.owner_id and c.id = p.charge_id
         where p.owner_id = ${ownerId} and p.method = 'online' order by p.created_at, p.id`),
    ],
    /** Both jobs, as the server runs them. */
    runJobs: async () => {
      await workOnBookings(testApp.deps);
      await workOnDeposits(testApp.deps);
    },
    page: async ({ slug }: OpenedPage) => (await testApp.send(getBookingPage, { params: { slug } })).body,
    hasNotice: (person: Person, cancelNoticeHours: number) =>
      person.send(putReminderSettings, { body: { ...DEFAULT_REMINDER_SETTINGS, cancelNoticeHours } }),
    close: async () => {
      await testApp.close();
      await fakeProvider.close();
    },
  };
}

/** The preference that a booking opened, and the link to which its payer returns. */
function preferenceIn(fakeProvider: Awaited<ReturnType<typeof startMercadoPago>>, body: BookingReply | undefined) {
  const preferenceId = new URL(body?.paymentUrl ?? 'http://none').searchParams.get('pref_id') ?? '';
  const asked = fakeProvider.requests.findLast(({ path }) => path === '/checkout/preferences');
  const { back_urls, external_reference } = (asked?.body ?? {}) as {
    back_urls?: { success: string };
    external_reference?: string;
  };
  return {
    preferenceId,
    token: /\/cita\/([\w-]{43})$/.exec(back_urls?.success ?? '')?.[1] ?? '',
    reference: external_reference ?? '',
  };
}
