import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reloadBookings, requestCount } from '#web/booking/booking-requests.queries.ts';

const INTERVAL_MS = 30_000;

/**
 * Shows new bookings while the page is open. It asks how many there are, and loads them and the appointments only when
 * the answer is another one. A hidden page does not ask. After a failure it waits for the return of the server.
 */
export function useNewRequests(): void {
  const cache = useQueryClient();
  const { data } = useQuery({
    ...requestCount(),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : INTERVAL_MS),
  });
  const state = data && `${data.total} ${data.latest}`;
  const known = useRef(state);
  useEffect(() => {
    if (state === undefined) return;
    if (known.current !== undefined && known.current !== state) void reloadBookings(cache);
    known.current = state;
  }, [state, cache]);
}
