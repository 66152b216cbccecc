import { expect, test } from 'vitest';
import { NewBooking } from '#contract/booking';
import { addDays, dayIn, toMinutes, weekdayOf } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { PROFESSIONALS } from './accounts.ts';
import { plannedBookings } from './booking.ts';
import { historyOf, type Size } from './history.ts';
import { createRandom } from './random.ts';
import { WHOLE } from './seed.ts';

const SMALL: Size = { share: 0.08, days: 6 };
const ID = '0198a3a0-0000-7000-8000-000000000001';
/** A Tuesday, a Friday, and a Saturday on which clocks change. */
const INSTANTS = ['2026-03-17T14:10:00Z', '2026-11-20T18:30:00Z', '2027-09-04T20:00:00Z'];
const PLANS = INSTANTS.flatMap((instant) => [WHOLE, SMALL].map((size) => ({ instant, size })));

const planned = (now: Date, size: Size) =>
  PROFESSIONALS.flatMap((professional, index) => {
    const { booking } = professional;
    if (!booking) return [];
    const zone = timeZoneOf(professional.profile.region);
    const history = historyOf(professional, now, createRandom(index + 1), size);
    const bookings = plannedBookings({ professional, history, zone, now }, booking);
    return [{ professional, booking, history, bookings, today: dayIn(zone, now) }];
  });

test.each(PLANS)(
  'on $instant, of $size.days days, hours are booked that are free and within the rules',
  ({ instant, size }) => {
    for (const { professional, booking, history, bookings, today } of planned(new Date(instant), size)) {
      expect(bookings).toHaveLength(2 + booking.newPeople.length);
      for (const { date, time } of bookings) {
        const end = toMinutes(time) + professional.duration;
        const hours = booking.hours.filter(({ weekday }) => weekday === weekdayOf(date));
        expect(hours.some(({ from, to }) => from <= time && end <= toMinutes(to))).toBe(true);
        // A request of yesterday is still waiting, and the page offers thirty days.
        expect(date > addDays(today, 4) && date < addDays(today, 30)).toBe(true);
        const others = history.visits.filter(({ day }) => day === date);
        const overlapping = others.filter(
          (other) => toMinutes(other.time) < end && toMinutes(time) < toMinutes(other.time) + other.duration,
        );
        expect(overlapping).toEqual([]);
      }
    }
  },
);

test.each(PLANS)(
  'on $instant, of $size.days days, patients and new people book, and one patient has another telephone',
  ({ instant, size }) => {
    for (const { booking, history, bookings } of planned(new Date(instant), size)) {
      const sent = { serviceId: ID, acceptsPrivacy: true, altcha: 'resuelto' };
      for (const one of bookings) expect(NewBooking.safeParse({ ...one, ...sent }).error).toBeUndefined();
      const ruts = [...bookings, ...booking.waiting].map(({ rut }) => rut);
      expect(new Set(ruts).size).toBe(ruts.length);
      const files = bookings.map(({ rut }) => history.people.find(({ input }) => input.rut === rut)?.input);
      expect(files.map((file) => file !== undefined)).toEqual([true, true, ...booking.newPeople.map(() => false)]);
      expect(bookings.map(({ phone }, index) => phone === files[index]?.phone).slice(0, 2)).toEqual([true, false]);
    }
  },
);
