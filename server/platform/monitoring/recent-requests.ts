import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { SystemState } from '#contract/system';

const MINUTE_MS = 60_000;
const MINUTES = 60;
/** Durations in microseconds, with two significant digits: about 15 kB for each minute. */
const DURATIONS = { lowest: 1, highest: 60_000_000, figures: 2 };

interface Minute {
  /** Minutes since 1970. */
  number: number;
  failed: number;
  durations: RecordableHistogram;
}

export interface RecentRequests {
  record(status: number, milliseconds: number): void;
  read(): SystemState['requests'];
}

/** Counts and latencies of the last hour by minute, in memory. A minute of a clock that was set back is left out. */
export function createRecentRequests(now: () => Date): RecentRequests {
  const ring: (Minute | undefined)[] = Array(MINUTES).fill(undefined);
  const currentMinute = () => Math.floor(now().getTime() / MINUTE_MS);

  function open(number: number): Minute {
    const place = number % MINUTES;
    const present = ring[place];
    if (present?.number === number) return present;
    const minute = { number, failed: 0, durations: present?.durations ?? createHistogram(DURATIONS) };
    minute.durations.reset();
    ring[place] = minute;
    return minute;
  }

  return {
    record(status, milliseconds) {
      const minute = open(currentMinute());
      minute.durations.record(Math.min(Math.max(1, Math.round(milliseconds * 1000)), DURATIONS.highest));
      if (status >= 500) minute.failed++;
    },
    read() {
      const last = currentMinute();
      const hour = { number: last, failed: 0, durations: createHistogram(DURATIONS) };
      const minutes = Array.from({ length: MINUTES }, (_, i) => {
        const number = last - MINUTES + 1 + i;
        const minute = ring[number % MINUTES];
        if (minute?.number !== number) return { total: 0, failed: 0, p95Ms: null };
        hour.durations.add(minute.durations);
        hour.failed += minute.failed;
        return countOf(minute);
      });
      return { lastHour: { ...countOf(hour), p99Ms: percentile(hour.durations, 99) }, minutes };
    },
  };
}

const countOf = ({ failed, durations }: Minute) => ({
  total: durations.count,
  failed,
  p95Ms: percentile(durations, 95),
});

const percentile = (durations: RecordableHistogram, share: number): number | null =>
  durations.count === 0 ? null : durations.percentile(share) / 1000;
