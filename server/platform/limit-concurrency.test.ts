import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('lets no more than so many of one key run at a time, in their order, and others pass by', async () => {
  const inLane = limitConcurrency(2);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const work = (key: string, name: string) =>
    inLane(key, async () => {
      running += key === 'ana' ? 1 : 0;
      most = Math.max(most, running);
      order.push(name);
      await pause(5);
      running -= key === 'ana' ? 1 : 0;
      return name;
    });

  const done = await Promise.all([
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => work('ana', name)),
    work('berta', 'b1'),
  ]);

  expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1']);
  expect(most).toBe(2);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
});

test('a work that fails gives its place to the next', async () => {
  const inLane = limitConcurrency(1);
  const failing = inLane('ana', () => Promise.reject(new Error('stop')));
  const next = inLane('ana', () => Promise.resolve('sigue'));
  await expect(failing).rejects.toThrow('stop');
  expect(await next).toBe('sigue');
  expect(await inLane('ana', () => Promise.resolve('y otra vez'))).toBe('y otra vez');
});

test('who finds too many waiting is asked to come back', async () => {
  const inLane = limitConcurrency(1, 1);
  const turn = Promise.withResolvers<string>();
  const [running, waiting] = [inLane('ana', () => turn.promise), inLane('ana', () => turn.promise)];
  await expect(inLane('ana', () => turn.promise)).rejects.toMatchObject({ code: 'NOT_READY', retryAfter: 5 });
  expect(await inLane('berta', () => Promise.resolve('pasa'))).toBe('pasa');
  turn.resolve('hecho');
  expect(await Promise.all([running, waiting])).toEqual(['hecho', 'hecho']);
});
