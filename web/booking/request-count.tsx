import { useRequestCount } from '#web/booking/booking-requests.queries.ts';

const MAX_SHOWN = 99;

/** The number of requests beside their entry in the menu. Nothing is shown while there is none. */
export function RequestCount() {
  const total = useRequestCount();
  if (!total) return null;
  return (
    <span className="-mr-1.5 -ml-2 inline-flex min-w-6 shrink-0 justify-center rounded-full bg-austral-600 px-1.5 text-fine text-on-austral tabular-nums leading-6">
      <span aria-hidden="true">{total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}</span>
      <span className="sr-only">{`, ${total} por responder`}</span>
    </span>
  );
}
