import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { startSealing } from './sealing-job.ts';

test('a failure is logged with its constraint and table', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'seals_pkey', table: 'seals' });
  const warnings: unknown[] = [];
  const deps = {
    auditTransaction: () => Promise.reject(error),
    now: () => new Date(),
    inform: () => undefined,
    warn: (details: object, message: string) => void warnings.push({ ...details, message }),
  };
  const stop = startSealing(deps, { current: 1, keys: new Map() }, '/nowhere');
  await eventually(() => expect(warnings).toHaveLength(2));
  await stop();
  const reason = { code: '23505', constraint: 'seals_pkey', table: 'seals', reason: 'duplicate key' };
  expect(warnings).toEqual([
    { ...reason, message: 'the access log was not sealed, which is tried again' },
    { ...reason, message: 'seals were not written to DATA_DIR/audit, which is tried again' },
  ]);
});

test('a stop waits for the transaction under way, and not for all chains', async () => {
  let isStopping = false;
  let afterStop = 0;
  const deps = {
    // Each transaction seals as many chains as one may, so that more remain.
    auditTransaction: async <Result>() => {
      if (isStopping) afterStop += 1;
      return setImmediate(100 as Result);
    },
    now: () => new Date(),
    inform: () => undefined,
    warn: () => undefined,
  };
  const stop = startSealing(deps, { current: 1, keys: new Map() }, '/nowhere');
  isStopping = true;
  await stop();
  // The copy of what was sealed.
  expect(afterStop).toBe(1);
});
