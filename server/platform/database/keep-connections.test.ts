import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConnections } from './keep-connections.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pool whose connections are numbered, with what it got back. */
function numberedPool() {
  const pool = { waitingCount: 0 };
  const returned: unknown[] = [];
  let opened = 0;
  const connect = async () => {
    const number = ++opened;
    const release = (error?: unknown) => returned.push(error ? { number, error } : number);
    const client = Object.assign(new EventEmitter(), { number, release });
    return client.on('error', () => undefined) as unknown as pg.PoolClient;
  };
  return { pool, returned, kept: keepConnections(pool as pg.Pool, connect), opened: () => opened };
}

test('the connection that was used last is the next one, without the pool', async () => {
  const { kept, returned, opened } = numberedPool();
  const [first, second] = [await kept.connect(), await kept.connect()];
  kept.release(second);
  kept.release(first);
  expect(kept.count()).toBe(2);
  expect(await kept.connect()).toBe(first);
  expect(await kept.connect()).toBe(second);
  expect({ opened: opened(), returned, kept: kept.count() }).toEqual({ opened: 2, returned: [], kept: 0 });
});

test('one that was not used for a second goes back to the pool, and one in use does not', async () => {
  const { kept, returned } = numberedPool();
  const [first, second] = [await kept.connect(), await kept.connect()];
  kept.release(first);
  kept.release(second);
  for (let count = 0; count < 30; count++) {
    await vi.advanceTimersByTimeAsync(100);
    kept.release(await kept.connect());
  }
  expect(returned).toEqual([1]);
  const used = await kept.connect();
  await vi.advanceTimersByTimeAsync(5000);
  expect(returned).toEqual([1]);
  kept.release(used);
  await vi.advanceTimersByTimeAsync(2000);
  expect({ returned, timers: vi.getTimerCount() }).toEqual({ returned: [1, 2], timers: 0 });
});

test.each(['error', 'end'])('one that is lost while it waits (%s) is not given out', async (event) => {
  const { kept, returned } = numberedPool();
  const lost = await kept.connect();
  kept.release(lost);
  lost.emit(event, new Error('lost'));
  lost.emit('end');
  expect(returned).toEqual([{ number: 1, error: true }]);
  expect(await kept.connect()).toMatchObject({ number: 2 });
});

test('one that is lost while it is in use is not kept', async () => {
  const { kept, returned } = numberedPool();
  const lost = await kept.connect();
  lost.emit('error', new Error('lost'));
  kept.release(lost);
  expect({ returned, kept: kept.count() }).toEqual({ returned: [{ number: 1, error: true }], kept: 0 });
});

test('one that is released twice is refused, because two would get it', async () => {
  const { kept } = numberedPool();
  const client = await kept.connect();
  kept.release(client);
  expect(() => kept.release(client)).toThrow(/twice/);
});

test('one that is taken from the pool again and again is watched once', async () => {
  const client = Object.assign(new EventEmitter(), { release: () => undefined }) as unknown as pg.PoolClient;
  const kept = keepConnections({ waitingCount: 1 } as pg.Pool, async () => client);
  for (let count = 0; count < 3; count++) kept.release(await kept.connect());
  expect([client.listenerCount('error'), client.listenerCount('end')]).toEqual([1, 1]);
});

test('one that failed, or for which another one waits, goes back to the pool at once', async () => {
  const { kept, pool, returned } = numberedPool();
  const error = new Error('lost');
  kept.release(await kept.connect(), error);
  pool.waitingCount = 1;
  kept.release(await kept.connect());
  expect({ returned, kept: kept.count() }).toEqual({ returned: [{ number: 1, error }, 2], kept: 0 });
});

test('after the end all go back to the pool', async () => {
  const { kept, returned } = numberedPool();
  const [first, second] = [await kept.connect(), await kept.connect()];
  kept.release(first);
  kept.close();
  expect(returned).toEqual([1]);
  kept.release(second);
  expect({ returned, timers: vi.getTimerCount() }).toEqual({ returned: [1, 2], timers: 0 });
});
