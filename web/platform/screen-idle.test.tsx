import { expect, test, vi } from 'vitest';
import { queryClient } from '#web/platform/query-client.ts';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';
import { letTimePass } from '#web/testing/open-app.tsx';

const LONG = 5000;

test('all that wait run together, in their order, when the data of the screen has arrived', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const data = Promise.withResolvers<string>();
  void queryClient.fetchQuery({ queryKey: ['screen'], queryFn: () => data.promise });
  const runs: string[] = [];
  whenScreenIsIdle(() => runs.push('first'));
  const cancel = whenScreenIsIdle(() => runs.push('cancelled'));
  whenScreenIsIdle(() => runs.push('last'));
  cancel();
  await letTimePass(LONG);
  expect(runs).toEqual([]);
  data.resolve('data');
  await letTimePass(LONG);
  expect(runs).toEqual(['first', 'last']);
  whenScreenIsIdle(() => runs.push('later'));
  await letTimePass(LONG);
  expect(runs).toEqual(['first', 'last', 'later']);
});

test('one of them may cancel another', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const cancelled = vi.fn();
  whenScreenIsIdle(() => cancel());
  const cancel = whenScreenIsIdle(cancelled);
  await letTimePass(LONG);
  expect(cancelled).not.toHaveBeenCalled();
});

test('what was cancelled alone does not keep the next one from running', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const run = vi.fn();
  whenScreenIsIdle(vi.fn())();
  whenScreenIsIdle(run);
  await letTimePass(LONG);
  expect(run).toHaveBeenCalledTimes(1);
});
