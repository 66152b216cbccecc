import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { BookingRequest } from '#contract/booking-requests';
import { bookingRequests, isLive, requestCount } from '#web/booking/booking-requests.queries.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const RequestDialog = onDemand(async () => (await import('#web/booking/request-dialog.tsx')).RequestDialog);

/** The hours that bookings hold, and what opens one of them. */
export interface HeldHours {
  requests: readonly BookingRequest[];
  /** Keeps its identity. */
  onOpen: (request: BookingRequest) => void;
}

/** For the agenda. The list is in the access log, so it is asked for only while there is a booking. */
export function useHeldHours(): { held: HeldHours; dialog: ReactNode } {
  const { data: count, isError } = useQuery(requestCount());
  const mayHaveBookings = isError || count?.latest !== undefined;
  const { data = [] } = useQuery({ ...bookingRequests(), enabled: mayHaveBookings });
  const [opened, setOpened] = useState<BookingRequest>();
  const onOpen = useCallback((request: BookingRequest) => setOpened(request), []);
  const now = new Date();
  const holdsHour = (request: BookingRequest) => isLive(request, now) && request.holdsHour !== false;
  const requests = mayHaveBookings ? data.filter(holdsHour) : [];
  const current = requests.find(({ _id }) => _id === opened?._id);
  return {
    held: { requests, onOpen },
    dialog: opened && (
      <RequestDialog request={current ?? opened} isGone={!current} onClose={() => setOpened(undefined)} />
    ),
  };
}
