import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function newQueue(max = 8, maxPerKey = 3) {
  let time = 0;
  const queue = createFairQueue<string>({ max, maxPerKey, now: () => time });
  /** Adds an item that is named after its key. */
  const add = (name: string) => queue.add(name.split(' ')[0] ?? '', name);
  /** Runs the next item for so long. */
  const run = (ms: number) => {
    const next = queue.take();
    time += ms;
    if (next) queue.end(next.key, ms);
    return next?.item;
  };
  const runAll = (ms = 100) => Array.from({ length: queue.size() }, () => run(ms));
  return { ...queue, add, run, runAll, passTime: (ms: number) => (time += ms) };
}

test('a key with many items does not delay another by more than the one that is running', () => {
  const { add, take, end, runAll } = newQueue();
  add('ana 1');
  const first = take();
  for (const name of ['ana 2', 'ana 3', 'ana 4', 'berta 1']) add(name);
  end(first?.key ?? '', 100);
  expect(runAll()).toEqual(['berta 1', 'ana 2', 'ana 3', 'ana 4']);
});

test('the key that has used less time comes first, until time has passed', () => {
  const { add, run, runAll, passTime } = newQueue();
  for (const name of ['ana 1', 'berta 1', 'carla 1']) add(name);
  run(15_000);
  run(10_000);
  run(100);
  for (const name of ['ana 2', 'berta 2', 'carla 2', 'carla 3', 'dora 1']) add(name);
  expect(runAll(50)).toEqual(['dora 1', 'carla 2', 'carla 3', 'berta 2', 'ana 2']);
  passTime(3_600_000);
  for (const name of ['ana 3', 'carla 4', 'dora 2']) add(name);
  expect(runAll()).toEqual(['ana 3', 'carla 4', 'dora 2']);
});

test('of several workers no key takes a second one while another key waits', () => {
  const { add, take } = newQueue();
  for (const name of ['ana 1', 'ana 2', 'berta 1']) add(name);
  expect([take(), take(), take()].map((next) => next?.item)).toEqual(['ana 1', 'berta 1', 'ana 2']);
  expect(take()).toBeUndefined();
});

test('when the queue is full, the newest item of the key with most items gives way', () => {
  const { add, size, clear } = newQueue(5);
  for (const name of ['ana 1', 'ana 2', 'ana 3', 'berta 1', 'berta 2']) expect(add(name)).toBeUndefined();
  expect(add('ana 4')).toBe('ana 4');
  expect(add('berta 3')).toBe('berta 3');
  expect(add('carla 1')).toBe('ana 3');
  expect(add('dora 1')).toBe('berta 2');
  expect(add('elsa 1')).toBe('ana 2');
  // Five keys with one item each.
  expect(add('flor 1')).toBe('flor 1');
  expect(size()).toBe(5);
  expect(clear()).toEqual(['ana 1', 'berta 1', 'carla 1', 'dora 1', 'elsa 1']);
  expect(size()).toBe(0);
});

test('when all have one item, the key that has used most time gives way to one that has used less', () => {
  const { add, run } = newQueue(2);
  add('ana 1');
  run(5000);
  for (const name of ['ana 2', 'berta 1']) add(name);
  expect(add('carla 1')).toBe('ana 2');
  expect(add('ana 3')).toBe('ana 3');
});

test('whatever the load of those that were served lately, a quiet key is next, and nothing is lost', () => {
  const load = fc.array(fc.tuple(fc.constantFrom('ana', 'berta', 'carla'), fc.nat(20_000)), { maxLength: 40 });
  fc.assert(
    fc.property(load, (acts) => {
      const { add, run, runAll, size } = newQueue();
      for (const key of ['ana', 'berta', 'carla']) add(key);
      runAll();
      const out: (string | undefined)[] = [];
      acts.forEach(([key, ms], index) => {
        const refused = add(`${key} ${index}`);
        if (refused) out.push(refused);
        if (ms % 2 === 0) out.push(run(ms + 10));
      });
      expect(add('dora 1')).not.toBe('dora 1');
      const left = runAll();
      expect(left[0]).toBe('dora 1');
      expect(size()).toBe(0);
      // One of them may have given way to the quiet key.
      expect(acts.length - out.length - (left.length - 1)).toBeOneOf([0, 1]);
    }),
  );
});
