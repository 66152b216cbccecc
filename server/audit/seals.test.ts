import { expect, test } from 'vitest';
import { startSealing } from './seals.ts';

test('a failure is logged with its constraint and table', async () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'seals_pkey', table: 'seals' });
  const warnings: unknown[] = [];
  const deps = {
    auditTransaction: () => Promise.reject(error),
    now: () => new Date(),
    warn: (details: object) => void warnings.push(details),
  };
  const stop = startSealing(deps, { current: 1, keys: new Map() });
  await stop();
  expect(warnings).toEqual([{ code: '23505', constraint: 'seals_pkey', table: 'seals', reason: 'duplicate key' }]);
});
