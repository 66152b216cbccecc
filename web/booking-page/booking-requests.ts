import type { z } from 'zod';
import type { FreeHours } from '#contract/appointment-links';
import type { BookingPage, BookingReply, getNextBookingHour, NewBooking, resendBooking } from '#contract/booking';
import type { Challenge } from '#contract/proof-of-work';
import type { joinWaitingList, NewWaitingEntry } from '#contract/waiting-list';
import { post, send } from '#web/patient-pages/requests.ts';

export type NextHour = z.output<(typeof getNextBookingHour)['reply']>['next'];

/** The slug is as the address of the page has it. */
const address = (slug: string, rest = ''): string => `/api/booking/${encodeURIComponent(slug)}${rest}`;

export const getPage = (slug: string): Promise<BookingPage> => send(address(slug));

export const getChallenge = (slug: string): Promise<Challenge> => send(address(slug, '/challenge'));

export const getHours = (slug: string, serviceId: string, { from, to }: { from: string; to: string }) =>
  send<FreeHours[]>(address(slug, `/slots?serviceId=${serviceId}&from=${from}&to=${to}`));

export const getNextHour = async (slug: string, serviceId: string): Promise<NextHour> =>
  (await send<{ next: NextHour }>(address(slug, `/next?serviceId=${serviceId}`))).next;

export const book = (slug: string, body: z.input<typeof NewBooking>): Promise<BookingReply> =>
  post(address(slug), body);

export const joinList = (slug: string, body: z.input<typeof NewWaitingEntry>) =>
  post<z.output<(typeof joinWaitingList)['reply']>>(address(slug, '/waiting-list'), body);

export const resend = (bookingKey: string, body: { email?: string }) =>
  post<z.output<(typeof resendBooking)['reply']>>(`/api/bookings/${encodeURIComponent(bookingKey)}/resend`, body);
