import { expect, test } from 'vitest';
import { citusTests } from './citus-tests.ts';

test('the tests that need a Citus cluster are those that import one', () => {
  expect(citusTests()).toEqual([
    'server/platform/placement/citus-worker-away.test.ts',
    'server/platform/placement/citus.test.ts',
    'server/platform/placement/distribute.test.ts',
  ]);
});
