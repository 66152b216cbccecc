import type { SystemState } from '#contract/system';

const MINUTE_MS = 60_000;
const MINUTES = 60;
const MAX_MICROSECONDS = 60_000_000;
/** Each bucket ends two per cent above the one before, so a percentile is at most one per cent off. */
const GROWTH = 1.02;

/** The requests of one minute. Unlike a histogram of Node, it can be sent to another process and added there. */
export interface RequestMinute {
  /** Minutes since 1970. */
  number: number;
  failed: number;
  /** How many requests lasted as long as each bucket. */
  buckets: Map<number, number>;
}

export interface RecentRequests {
  record(status: number, milliseconds: number): void;
  /** The minutes that had requests. */
  minutes(): RequestMinute[];
}

const numberAt = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS);

/** Counts and latencies of the last hour by minute, in memory. */
export function createRecentRequests(now: () => Date): RecentRequests {
  const ring: (RequestMinute | undefined)[] = Array(MINUTES).fill(undefined);

  function open(number: number): RequestMinute {
    const place = number % MINUTES;
    const present = ring[place];
    if (present?.number === number) return present;
    const minute = { number, failed: 0, buckets: new Map<number, number>() };
    ring[place] = minute;
    return minute;
  }

  return {
    record(status, milliseconds) {
      const minute = open(numberAt(now()));
      addTo(minute.buckets, bucketOf(milliseconds), 1);
      if (status >= 500) minute.failed++;
    },
    minutes: () => ring.filter((minute) => minute !== undefined),
  };
}

/** The last hour of one process or of several. A minute of a clock that was set back is left out. */
export function summarizeRequests(minutes: readonly RequestMinute[], now: Date): SystemState['requests'] {
  const last = numberAt(now);
  const byNumber = Map.groupBy(minutes, ({ number }) => number);
  const recent = Array.from({ length: MINUTES }, (_, i) => merge(byNumber.get(last - MINUTES + 1 + i) ?? []));
  const hour = merge(recent);
  return {
    lastHour: { ...countOf(hour), p99Ms: percentile(hour, 99) },
    minutes: recent.map(countOf),
  };
}

type Requests = Pick<RequestMinute, 'failed' | 'buckets'>;

function merge(parts: readonly Requests[]): Requests {
  const buckets = new Map<number, number>();
  for (const part of parts) for (const [bucket, count] of part.buckets) addTo(buckets, bucket, count);
  return { failed: parts.reduce((sum, { failed }) => sum + failed, 0), buckets };
}

const addTo = (buckets: Map<number, number>, bucket: number, count: number) =>
  buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);

function bucketOf(milliseconds: number): number {
  const microseconds = Math.min(Math.max(1, milliseconds * 1000), MAX_MICROSECONDS);
  return Math.ceil(Math.log(microseconds) / Math.log(GROWTH));
}

/** The middle of a bucket. */
const millisecondsOf = (bucket: number): number => GROWTH ** (bucket - 0.5) / 1000;

const totalOf = ({ buckets }: Requests): number => buckets.values().reduce((sum, count) => sum + count, 0);

const countOf = (requests: Requests) => ({
  total: totalOf(requests),
  failed: requests.failed,
  p95Ms: percentile(requests, 95),
});

function percentile(requests: Requests, share: number): number | null {
  let below = (totalOf(requests) * share) / 100;
  for (const [bucket, count] of [...requests.buckets].sort(([a], [b]) => a - b)) {
    below -= count;
    if (below <= 0) return millisecondsOf(bucket);
  }
  return null;
}
