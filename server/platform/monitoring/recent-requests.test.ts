import { expect, test } from 'vitest';
import { createRecentRequests, summarizeRequests } from './recent-requests.ts';

/** A clock that the test moves, and what it counts. */
function recentRequests() {
  let time = Date.parse('2026-07-15T12:00:30Z');
  const requests = createRecentRequests(() => new Date(time));
  const pass = (minutes: number) => {
    time += minutes * 60_000;
  };
  const read = () => summarizeRequests(requests.minutes(), new Date(time));
  return { ...requests, read, pass };
}

test('without requests there is no latency', () => {
  const { lastHour, minutes } = recentRequests().read();
  expect(lastHour).toEqual({ total: 0, failed: 0, p95Ms: null, p99Ms: null });
  expect(minutes).toEqual(Array(60).fill({ total: 0, failed: 0, p95Ms: null }));
});

test('each minute has its own count, and the hour has them all', () => {
  const requests = recentRequests();
  requests.record(200, 4);
  requests.record(500, 4);
  requests.pass(2);
  requests.record(404, 4);
  const { lastHour, minutes } = requests.read();
  expect(minutes.slice(-3).map(({ total, failed }) => [total, failed])).toEqual([
    [2, 1],
    [0, 0],
    [1, 0],
  ]);
  expect(lastHour).toMatchObject({ total: 3, failed: 1 });
});

test('the percentiles of the hour are those of all its requests, to two digits', () => {
  const requests = recentRequests();
  for (let ms = 1; ms <= 100; ms++) {
    if (ms === 51) requests.pass(1);
    requests.record(200, ms);
  }
  const { lastHour, minutes } = requests.read();
  expect(lastHour.p95Ms).toBeCloseTo(95, -0.5);
  expect(lastHour.p99Ms).toBeCloseTo(99, -0.5);
  expect(minutes.at(-2)?.p95Ms).toBeCloseTo(48, -0.5);
});

test('a request of an hour ago is forgotten, and its place starts empty', () => {
  const requests = recentRequests();
  requests.record(500, 9);
  requests.pass(59);
  expect(requests.read().lastHour.total).toBe(1);
  requests.pass(1);
  expect(requests.read().lastHour).toMatchObject({ total: 0, failed: 0 });
  requests.record(200, 9);
  expect(requests.read().minutes.at(-1)).toMatchObject({ total: 1, failed: 0 });
});

test('durations that cannot be measured count with the shortest and the longest', () => {
  const requests = recentRequests();
  requests.record(200, 0);
  requests.record(200, 3_600_000);
  expect(requests.read().lastHour.total).toBe(2);
  expect(requests.read().lastHour.p99Ms).toBeGreaterThan(59_000);
});

test('a clock that is set back leaves no request of the future', () => {
  const requests = recentRequests();
  requests.record(200, 5);
  requests.pass(-10);
  expect(requests.read().lastHour.total).toBe(0);
  requests.record(200, 5);
  expect(requests.read().minutes.at(-1)?.total).toBe(1);
});

test('minutes of several processes are added, and the percentiles are those of all their requests', () => {
  const [first, second] = [recentRequests(), recentRequests()];
  for (let ms = 1; ms <= 100; ms++) (ms % 2 ? first : second).record(ms === 100 ? 500 : 200, ms);
  // Each process sends its minutes to the one that answers.
  const sent = structuredClone([...first.minutes(), ...second.minutes()]);
  const { lastHour, minutes } = summarizeRequests(sent, new Date('2026-07-15T12:00:59Z'));
  expect(lastHour).toMatchObject({ total: 100, failed: 1 });
  expect(minutes.at(-1)).toMatchObject({ total: 100, failed: 1 });
  expect(lastHour.p95Ms).toBeCloseTo(95, -0.5);
});
