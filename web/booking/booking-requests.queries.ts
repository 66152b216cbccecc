import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAppointments } from '#contract/agenda';
import {
  acceptBookingRequest,
  type BookingRequest,
  countBookingRequests,
  listBookingRequests,
  rejectBookingRequest,
} from '#contract/booking-requests';
import { listPatients } from '#contract/patients';
import { listWaiting, removeWaiting, type WaitingEntry } from '#contract/waiting-list';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';

/** Cheap, and not in the access log: the menu asks for it again and again. */
export const requestCount = () => queryFor(countBookingRequests, {});

/** How many wait for the professional. Undefined until the server has answered. */
export const useRequestCount = (): number | undefined => useQuery(requestCount()).data?.total;

/** All bookings that hold an hour, by date. */
export const bookingRequests = () => queryFor(listBookingRequests, {});

export const waitingEntries = () => ({ ...queryFor(listWaiting, {}), staleTime: 0 });

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
  cache.setQueryData(bookingRequests().queryKey, (list) => list?.filter((one) => one._id !== _id));

export function useAcceptRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: BookingRequest) => call(acceptBookingRequest, { params: { id: _id } }),
    meta: {
      done: 'La cita quedó en tu agenda',
      // The limit of the plan is explained beside the button, with a link to the plans.
      failed: (error) =>
        isError(error, 'PATIENT_LIMIT') ? undefined : error.message || 'No se pudo aceptar la solicitud',
    },
    onSuccess: (_, request) => {
      removeRequest(cache, request);
      if (!request.patientId) void cache.invalidateQueries({ queryKey: [listPatients.path] });
    },
    onSettled: () => void reloadBookings(cache),
  });
}

interface Rejection {
  request: BookingRequest;
  message: string;
}

export function useRejectRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ request: { _id }, message }: Rejection) =>
      call(rejectBookingRequest, { params: { id: _id }, body: { message: message.trim() || undefined } }),
    meta: { done: 'Solicitud rechazada. La hora quedó libre.', failed: 'No se pudo rechazar la solicitud' },
    // The dialog closes when its request has left the page, and the focus goes on from there.
    onSettled: () => reloadBookings(cache),
  });
}

export function useRemoveWaiting() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: WaitingEntry) => call(removeWaiting, { params: { id: _id } }),
    meta: { done: 'La persona salió de la lista de espera', failed: 'No se pudo sacar de la lista de espera' },
    onSettled: () => cache.invalidateQueries({ queryKey: [listWaiting.path] }),
  });
}
