import { expect, test } from 'vitest';
import { formatBytes } from '#web/ui/format-bytes.ts';

const [KB, MB, GB] = [1024, 1024 ** 2, 1024 ** 3];

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [900 * KB, '900 KB'],
  [MB - 1, '1 MB'],
  [1.5 * MB, '1,5 MB'],
  [100 * MB, '100 MB'],
  [20 * GB, '20 GB'],
  [1800 * GB, '1,8 TB'],
  [2000 * 1024 * GB, '2.000 TB'],
])('%i bytes are «%s»', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
