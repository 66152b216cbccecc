import { listAppointments } from '#contract/agenda';
import { listBookingSlots } from '#contract/booking';
import { DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { addDays, dayIn } from '#contract/days';
import { fillPath } from '#contract/endpoint';
import { createService, type NewService } from '#contract/services';
import { putWorkingHours } from '#contract/working-hours';
import { compareMedians, type Sent } from './load.ts';
import { atMost, type Figure } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { seedRecords } from './records-data.ts';
import { sendAs, signIn } from './sign-in.ts';

const ROUNDS = { measured: 500, warmUp: 50 };
const APPOINTMENTS = 5000;
const PER_DAY = 20;
const MONTH_DAYS = 31;
const SLUG = 'ana';
const SERVICE: NewService = {
  name: 'Consulta',
  duration: 30,
  price: null,
  deposit: null,
  modality: 'in-person',
  description: undefined,
  bookable: true,
};

/** Compares the free hours of a month, which anyone may ask for on a booking page, with a day of the agenda. */
export const benchBooking = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    const { user, accessToken } = await signIn(product.url, 'ana@ejemplo.cl');
    const tomorrow = addDays(dayIn('America/Santiago', new Date()), 1);
    await seedRecords(dataDir, [
      { owner: user._id, patients: 500, appointments: APPOINTMENTS, perDay: PER_DAY, firstDay: tomorrow },
    ]);
    const serviceId = await openPage(product.url, accessToken);
    const agenda: Sent = {
      method: 'GET',
      path: `${listAppointments.path}?date=${addDays(tomorrow, 10)}`,
      headers: { authorization: `Bearer ${accessToken}` },
    };
    const slots = bookingSlots(serviceId, addDays(tomorrow, 3));
    await requireMonth(product.url + slots.path);
    return [await overAgenda(product.url, 'free hours of a month', slots, agenda)];
  });

/** Switches the booking page on, with every rule that costs time. Returns the id of the service. */
async function openPage(url: string, accessToken: string): Promise<string> {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '22:00' }));
  await sendAs(accessToken, url, putWorkingHours, { body: { hours } });
  const { _id } = await sendAs(accessToken, url, createService, { body: SERVICE });
  const rules = { slug: SLUG, enabled: true, windowDays: 2 * MONTH_DAYS, maxPerDay: PER_DAY + 1 };
  await sendAs(accessToken, url, putBookingSettings, { body: { ...DEFAULT_BOOKING_SETTINGS, ...rules } });
  return _id;
}

const bookingSlots = (serviceId: string, from: string): Sent => ({
  method: 'GET',
  path: `${fillPath(listBookingSlots.path, { slug: SLUG })}?serviceId=${serviceId}&from=${from}&to=${addDays(from, MONTH_DAYS - 1)}`,
});

/** Without free hours on most days the request would measure something else. */
async function requireMonth(url: string): Promise<void> {
  const days = listBookingSlots.reply.parse(await (await fetch(url)).json());
  if (days.length < MONTH_DAYS - 7) throw new Error(`the month has ${days.length} days with free hours`);
}

/** The time of a request over the time of the agenda. */
async function overAgenda(url: string, name: string, measured: Sent, agenda: Sent): Promise<Figure> {
  const [measuredMs, agendaMs] = await compareMedians(url, [measured, agenda], ROUNDS);
  console.log(`${name}: median ${measuredMs.toFixed(2)} ms, a day of the agenda ${agendaMs.toFixed(2)} ms`);
  return atMost(`${name} with ${APPOINTMENTS} appointments over a day of the agenda`, measuredMs / agendaMs, 3, '');
}
