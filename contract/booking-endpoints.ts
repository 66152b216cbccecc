import * as booking from './booking.ts';
import * as requests from './booking-requests.ts';
import * as settings from './booking-settings.ts';
import type { Endpoint } from './endpoint.ts';
import * as waiting from './waiting-list.ts';

/** The endpoints of online booking, by operation id. */
export const BOOKING_OPERATIONS = {
  getBookingSettings: settings.getBookingSettings,
  putBookingSettings: settings.putBookingSettings,
  previewBookingHours: settings.previewBookingHours,
  getBookingPage: booking.getBookingPage,
  listBookingSlots: booking.listBookingSlots,
  getNextBookingHour: booking.getNextBookingHour,
  getBookingChallenge: booking.getBookingChallenge,
  createBooking: booking.createBooking,
  resendBooking: booking.resendBooking,
  listBookingRequests: requests.listBookingRequests,
  countBookingRequests: requests.countBookingRequests,
  acceptBookingRequest: requests.acceptBookingRequest,
  rejectBookingRequest: requests.rejectBookingRequest,
  rejectConnection: requests.rejectConnection,
  joinWaitingList: waiting.joinWaitingList,
  listWaiting: waiting.listWaiting,
  removeWaiting: waiting.removeWaiting,
  removeWaitingTogether: waiting.removeWaitingTogether,
} satisfies Record<string, Endpoint>;
