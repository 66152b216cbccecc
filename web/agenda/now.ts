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

/** '2026-11-16 09:41' in the given time zone. */
export function nowIn(timeZone: string, instant: Date): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${dayIn(timeZone, instant)} ${clock.format(instant)}`;
}

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
