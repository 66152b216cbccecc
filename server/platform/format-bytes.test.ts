import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1024 ** 2 - 1, '1.0 MB'],
  [1.5 * 1024 ** 2, '1.5 MB'],
  [20 * 1024 ** 3, '20.0 GB'],
  [2000 * 1024 ** 4, '2000.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
