import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getLastReminderChange } from '#contract/reminders';
import { queryFor } from '#web/platform/api.ts';
import { reloadReminders } from '#web/reminders/appointment-reminders.queries.ts';

const INTERVAL_MS = 20_000;

/**
 * Shows what patients answer and what becomes of messages while the page is open. It asks when the last change was, and
 * loads the appointments only when that is another one. A hidden page does not ask. After a failure it waits for the return of the server.
 */
export function usePatientAnswers(): void {
  const cache = useQueryClient();
  const { data } = useQuery({
    ...queryFor(getLastReminderChange, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : INTERVAL_MS),
  });
  const at = data?.at;
  const known = useRef(at);
  useEffect(() => {
    if (at === undefined) return;
    if (known.current !== undefined && known.current !== at) reloadReminders(cache);
    known.current = at;
  }, [at, cache]);
}
