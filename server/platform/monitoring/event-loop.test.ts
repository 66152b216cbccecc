import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { watchEventLoop } from './event-loop.ts';

const MINUTE_MS = 60_000;

/** Keeps this thread from doing anything else. */
const block = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test('a busy process is late, and the history has one figure for each of the last 60 minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const eventLoop = watchEventLoop();
  try {
    // The first measurement only starts the clock of the next.
    await delay(100);
    block(300);
    await delay(100);
    const [delayed] = eventLoop.delays();
    expect(delayed).toBeGreaterThan(150);

    vi.advanceTimersByTime(MINUTE_MS);
    expect(eventLoop.delays()).toEqual([delayed, expect.any(Number)]);
    vi.advanceTimersByTime(100 * MINUTE_MS);
    expect(eventLoop.delays()).toHaveLength(60);
    expect(eventLoop.delays()).not.toContain(delayed);
  } finally {
    eventLoop.close();
    vi.useRealTimers();
  }
});
