import { useSyncExternalStore } from 'react';
import { dayIn } from '#contract/days';
import { useTimeZone } from '#web/platform/today.ts';

const TICK = 5000;

export interface Now {
  /** '2026-11-16' */
  today: string;
  /** '09:41' */
  clock: string;
}

/** Making a format takes far longer than using it, and every render asks for the time. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock;
}

/** '2026-11-16 09:41' in the given time zone. */
export const nowIn = (timeZone: string, instant: Date): string =>
  `${dayIn(timeZone, instant)} ${clockIn(timeZone).format(instant)}`;

const everyTick = (listener: () => void) => {
  const timer = setInterval(listener, TICK);
  return () => clearInterval(timer);
};

/** The day and time in the professional's time zone, updated every few seconds. */
export function useNow(): Now {
  const timeZone = useTimeZone();
  const now = useSyncExternalStore(everyTick, () => nowIn(timeZone, new Date()));
  return { today: now.slice(0, 10), clock: now.slice(11) };
}
