import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAppointments } from '#contract/agenda';
import {
  acceptBookingRequest,
  type BookingRequest,
  countBookingRequests,
  listBookingRequests,
  rejectBookingRequest,
} from '#contract/booking-requests';
import type { ErrorCode } from '#contract/errors';
import { listPatients } from '#contract/patients';
import { call, queryFor } from '#web/platform/api.ts';
import { type ApiError, isError } from '#web/platform/api-error.ts';

/** Cheap, and not in the access log: the menu asks for it again and again. */
export const requestCount = () => queryFor(countBookingRequests, {});

/** How many wait for the professional. Undefined until the server has answered. */
export const useRequestCount = (): number | undefined => useQuery(requestCount()).data?.total;

/** All bookings that hold an hour, by date. */
export const bookingRequests = () => queryFor(listBookingRequests, {});

/** A list that was loaded some time ago may contain bookings that have expired since. */
export const isLive = ({ expiresAt }: BookingRequest, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > now.getTime();

/** Loads again all that shows a booking. */
export const reloadBookings = (cache: QueryClient): Promise<unknown> =>
  Promise.all(
    [countBookingRequests, listBookingRequests, listAppointments].map(({ path }) =>
      cache.invalidateQueries({ queryKey: [path] }),
    ),
  );

const removeRequest = (cache: QueryClient, { _id }: BookingRequest) =>
  cache.setQueriesData<BookingRequest[]>({ queryKey: [listBookingRequests.path] }, (list) =>
    list?.filter((one) => one._id !== _id),
  );

const END_CODES: readonly ErrorCode[] = ['BOOKING_ACCEPTED', 'BOOKING_REJECTED', 'BOOKING_WITHDRAWN', 'BOOKING_ENDED'];

/** The server says what became of the booking meanwhile. */
export const isEnd = (error: Error | null): error is ApiError =>
  error !== null && (isError(error, 'NOT_FOUND') || END_CODES.some((code) => isError(error, code)));

export const endText = (error: Error): string =>
  isError(error, 'NOT_FOUND') ? 'Esta reserva terminó y sus datos ya se borraron' : error.message;

/** `explainsEnd`: the end of the booking is said where the buttons were, and not in a toast. */
export const failureTexts = (text: string, explainsEnd: boolean) => ({
  failedTitle: (error: Error) => (isEnd(error) ? 'La reserva ya terminó' : 'Error'),
  failed: (error: Error) => {
    if (isEnd(error)) return explainsEnd ? undefined : endText(error);
    // The limit of the plan is explained beside the button, with a link to the plans.
    return isError(error, 'PATIENT_LIMIT') ? undefined : error.message || text;
  },
});

export function useAcceptRequest(explainsEnd: boolean) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: BookingRequest) => call(acceptBookingRequest, { params: { id: _id } }),
    meta: { done: 'La cita quedó en tu agenda', ...failureTexts('No se pudo aceptar la solicitud', explainsEnd) },
    onSuccess: (_, request) => {
      removeRequest(cache, request);
      if (!request.patientId) void cache.invalidateQueries({ queryKey: [listPatients.path] });
    },
    onSettled: () => void reloadBookings(cache),
  });
}

/** What was written about a request that is not rejected yet. It outlives the dialogs, and ends with the session. */
export function useRejectionMessage({ _id }: BookingRequest) {
  const cache = useQueryClient();
  const queryKey = ['rejection-message', _id];
  const { data: message = '' } = useQuery<string>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  return { message, write: (text: string) => cache.setQueryData(queryKey, text) };
}

interface Rejection {
  request: BookingRequest;
  message: string;
}

export function useRejectRequest(explainsEnd: boolean) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ request: { _id }, message }: Rejection) =>
      call(rejectBookingRequest, { params: { id: _id }, body: { message: message.trim() || undefined } }),
    meta: {
      done: 'Solicitud rechazada. La hora quedó libre.',
      ...failureTexts('No se pudo rechazar la solicitud', explainsEnd),
    },
    // The dialog closes when its request has left the page, and the focus goes on from there.
    onSettled: () => reloadBookings(cache),
  });
}
