import type { BookingPage } from '#contract/booking';
import { part } from '#web/patient-pages/parts.ts';

/** What the page hands to its script. */
export interface BookingData {
  slug: string;
  page: BookingPage;
}

export const BOOKING_DATA = 'booking-data';

export const readBookingData = (): BookingData => JSON.parse(part(BOOKING_DATA).textContent);
