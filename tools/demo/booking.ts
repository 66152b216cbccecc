import { type BookingReply, NewBooking } from '#contract/booking';
import { DEFAULT_BOOKING_SETTINGS } from '#contract/booking-settings';
import { addDays, dayIn, toMinutes } from '#contract/days';
import { compactRut } from '#contract/rut';
import { NewWaitingEntry, type WaitingEntry } from '#contract/waiting-list';
import type { AppDeps } from '#server/app';
import { createBooking } from '#server/booking/booking.service';
import { acceptBookingRequest, listBookingRequests } from '#server/booking/booking-requests.service';
import { putBookingSettings } from '#server/booking/booking-settings.service';
import { joinWaitingList } from '#server/booking/waiting-list.service';
import { replaceWorkingHours } from '#server/working-hours/working-hours.service';
import type { Professional } from './accounts.ts';
import type { BookingPractice } from './booking-people.ts';
import { type DemoStep, later } from './demo-step.ts';
import { payDeposit } from './deposits.ts';
import { remindingSince } from './messages.ts';
import { PATIENT_ADDRESS } from './reminders.ts';
import type { CreatedService } from './services.ts';
import { solvedChallenge } from './solved-challenge.ts';
import { type History, isWeekend, type Person } from './visits.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** A request ends a day before its visit, so these days are far enough. */
const FIRST_DAY = 5;
/** How many minutes ago each was booked: the one that was accepted, then the requests. */
const ACCEPTED_AGO = 3 * DAY_MINUTES;
const REQUESTED_AGO = [26 * HOUR_MINUTES, 3 * HOUR_MINUTES, 40];
const JOINED_AGO = [4 * DAY_MINUTES, 2 * DAY_MINUTES, 5 * HOUR_MINUTES];
const WAITING_TIMES: readonly WaitingEntry['times'][] = ['any', 'morning', 'afternoon'];
/** Another number than the file of the patient has. */
const OTHER_PHONE = '+56 9 8123 4476';
/** The demonstration has no limits. */
const REQUEST = { address: PATIENT_ADDRESS, countRequest: async () => undefined };

interface Practice {
  professional: Professional;
  history: History;
  services: readonly CreatedService[];
  zone: string;
  now: Date;
}

/**
 * The booking page of a professional, a booking that was paid and accepted, requests and the waiting list. The demonstration
 * sends no mail, so every booking waits for the professional at once, and nobody is offered an hour.
 */
export function bookingSteps(practice: Practice): DemoStep[] {
  const { professional, services, now } = practice;
  const { booking, duration } = professional;
  const service = services.find((one) => one.bookable && one.duration === duration);
  const paidInAdvance = services.find((one) => one.deposit !== null && one.duration === duration);
  if (!booking || !service || !paidInAdvance) return [];
  const at = (minutesAgo: number) => later(now, -minutesAgo);
  const [accepted, ...requested] = plannedBookings(practice, booking);
  const today = dayIn(practice.zone, now);
  const waits = { from: addDays(today, 1), to: addDays(today, 14), serviceId: service._id };
  return [
    openingStep(professional, booking, now),
    ...(accepted ? [paidBookingStep(booking, { ...accepted, serviceId: paidInAdvance._id }, at(ACCEPTED_AGO))] : []),
    ...(accepted ? [acceptanceStep(accepted.rut, at(ACCEPTED_AGO - HOUR_MINUTES))] : []),
    ...requested.map((one, index) =>
      bookingStep(booking, { ...one, serviceId: service._id }, at(REQUESTED_AGO[index] ?? 0)),
    ),
    ...booking.waiting.map((person, index) =>
      waitingStep(booking, { ...person, ...waits, times: WAITING_TIMES[index] ?? 'any' }, at(JOINED_AGO[index] ?? 0)),
    ),
  ];
}

type Typed = Pick<NewBooking, 'name' | 'rut' | 'documentType' | 'birthDate' | 'phone' | 'email'>;

/** Two patients, the second with another telephone, then whoever is no patient yet, each on a day of their own. */
export function plannedBookings(
  { professional, history, zone, now }: Omit<Practice, 'services'>,
  { newPeople }: BookingPractice,
): (Typed & { date: string; time: string })[] {
  const patients = history.people
    .filter(({ input, since }) => input.email && !input.documentType && since < later(now, -ACCEPTED_AGO))
    .slice(-2)
    .map(toTyped);
  const people = patients.map((one, index) => (index === 1 ? { ...one, phone: OTHER_PHONE } : one));
  const hours = freeHours(professional, history, dayIn(zone, now));
  return [...people, ...newPeople].flatMap((person, index) => {
    const hour = hours[index];
    return hour ? [{ ...person, ...hour }] : [];
  });
}

const toTyped = ({ input: { name, rut, birthDate, phone, email } }: Person): Typed => ({
  name,
  rut,
  documentType: 'rut',
  birthDate,
  phone: phone ?? OTHER_PHONE,
  email: email ?? '',
});

/** An hour on each of the next days that is free at all times: nobody had it, and nobody will be given it. */
function freeHours({ hours, duration }: Professional, { visits }: History, today: string) {
  const days = Array.from({ length: 12 }, (_, index) => addDays(today, FIRST_DAY + index));
  return days
    .filter((day) => !isWeekend(day))
    .flatMap((date, index) => {
      const taken = visits.filter(({ day }) => day === date);
      const free = hours.filter((time) =>
        taken.every((visit) => {
          const distance = toMinutes(time) - toMinutes(visit.time);
          return distance >= visit.duration || -distance >= duration;
        }),
      );
      const time = free[(3 * index) % free.length];
      return time ? [{ date, time }] : [];
    });
}

const openingStep = ({ duration }: Professional, { slug, message, hours }: BookingPractice, now: Date): DemoStep => ({
  at: remindingSince(now),
  run: async (deps, owner) => {
    await replaceWorkingHours(deps, owner, { hours: [...hours], defaultDuration: duration });
    await putBookingSettings(deps, owner, { ...DEFAULT_BOOKING_SETTINGS, slug, message, enabled: true });
  },
});

type Booked = Typed & { date: string; time: string; serviceId: string };

async function book(deps: AppDeps, { slug }: BookingPractice, booking: Booked): Promise<BookingReply> {
  const sent = { ...booking, acceptsPrivacy: true, altcha: await solvedChallenge(deps) };
  return createBooking({ ...deps, limitsNetworks: false }, slug, NewBooking.parse(sent), REQUEST);
}

const bookingStep = (practice: BookingPractice, booking: Booked, at: Date): DemoStep => ({
  at,
  // The page is read before the transaction.
  isOnItsOwn: true,
  run: (deps) => book(deps, practice, booking),
});

const paidBookingStep = (practice: BookingPractice, booking: Booked, at: Date): DemoStep => ({
  at,
  isOnItsOwn: true,
  run: async (deps, owner) => {
    const { paymentUrl } = await book(deps, practice, booking);
    return payDeposit(deps, owner, paymentUrl?.split('/').at(-1) ?? '');
  },
});

const acceptanceStep = (rut: string, at: Date): DemoStep => ({
  at,
  isOnItsOwn: true,
  byAssistant: true,
  run: async (deps, owner) => {
    const requests = await listBookingRequests(deps, owner);
    const request = requests.find((one) => compactRut(one.rut) === compactRut(rut));
    return acceptBookingRequest(deps, owner, request?._id ?? '');
  },
});

const waitingStep = (
  { slug }: BookingPractice,
  entry: Typed & Pick<WaitingEntry, 'serviceId' | 'from' | 'to' | 'times'>,
  at: Date,
): DemoStep => ({
  at,
  isOnItsOwn: true,
  run: async (deps) => {
    const sent = { ...entry, acceptsPrivacy: true, altcha: await solvedChallenge(deps) };
    return joinWaitingList({ ...deps, limitsNetworks: false }, slug, NewWaitingEntry.parse(sent), REQUEST);
  },
});
