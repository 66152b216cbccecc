import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';
import { serveWhile } from './time-left.ts';

test('runs at most two tasks of one key at a time, in their order, and tasks of other keys at once', async () => {
  const limit = limitConcurrency(2);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const work = (key: string, name: string) =>
    limit(key, async () => {
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

test('a failed task gives its place to the next one', async () => {
  const limit = limitConcurrency(1);
  const failing = limit('ana', () => Promise.reject(new Error('stop')));
  const next = limit('ana', () => Promise.resolve('sigue'));
  await expect(failing).rejects.toThrow('stop');
  expect(await next).toBe('sigue');
  expect(await limit('ana', () => Promise.resolve('y otra vez'))).toBe('y otra vez');
});

test('a task is refused when too many of its key are waiting', async () => {
  const limit = limitConcurrency(1, 1);
  const done = Promise.withResolvers<string>();
  const [running, waiting] = [limit('ana', () => done.promise), limit('ana', () => done.promise)];
  await expect(limit('ana', () => done.promise)).rejects.toMatchObject({ code: 'NOT_READY', retryAfter: 5 });
  expect(await limit('berta', () => Promise.resolve('pasa'))).toBe('pasa');
  done.resolve('hecho');
  expect(await Promise.all([running, waiting])).toEqual(['hecho', 'hecho']);
});

test('a task whose request is answered while it waits is refused, and the next one runs', async () => {
  const limit = limitConcurrency(1);
  const done = Promise.withResolvers<string>();
  const running = limit('ana', () => done.promise);
  let isOver = false;
  const begun: string[] = [];
  const begin = (name: string) => async () => void begun.push(name);
  const late = serveWhile(
    () => isOver,
    () => limit('ana', begin('tarde')),
  );
  const next = limit('ana', begin('sigue'));
  isOver = true;
  done.resolve('hecho');
  await expect(late).rejects.toMatchObject({ code: 'NOT_READY' });
  await Promise.all([running, next]);
  expect(begun).toEqual(['sigue']);
});
