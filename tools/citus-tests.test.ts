import { expect, test } from 'vitest';
import { citusTests } from './citus-tests.ts';

test('the tests that need a Citus cluster are those that import one', () => {
  expect(citusTests()).toEqual([
    'server/platform/database/citus.test.ts',
    'server/platform/database/distribute.test.ts',
  ]);
});
