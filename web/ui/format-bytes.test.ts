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
  [2000 * GB, '2.000 GB'],
])('%i bytes are «%s»', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
