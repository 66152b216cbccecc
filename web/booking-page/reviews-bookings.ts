import type { BookingPage } from '#contract/booking';

/** Whether the professional decides about each booking. */
export const reviewsBookings = ({ approval, acceptsNewPatients }: BookingPage): boolean =>
  approval === 'manual' || !acceptsNewPatients;
