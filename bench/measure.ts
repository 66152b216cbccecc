import autocannon from 'autocannon';

/** Requests per second. Throws if any response is not a success. */
export async function throughput(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: 4 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failures`);
  return result.requests.average;
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * share) / 100))] ?? 0;

export const median = (values: number[]): number => percentile(values, 50);

export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal: string;
  isMet: boolean;
}

export const atLeast = (name: string, value: number, goal: number, unit: string): Figure => ({
  name,
  value,
  unit,
  goal: `at least ${goal}`,
  isMet: value >= goal,
});

export const atMost = (name: string, value: number, goal: number, unit: string): Figure => ({
  name,
  value,
  unit,
  goal: `at most ${goal}`,
  isMet: value <= goal,
});

/** For comparison. */
export const withoutGoal = (name: string, value: number, unit: string): Figure => ({
  name,
  value,
  unit,
  goal: 'no goal',
  isMet: true,
});
