import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { checkFile } from '#web/documents/file-check.ts';

const BYTES = new Uint8Array([37, 80, 68, 70, 45, 0, 255]);
const HASH = createHash('sha256').update(BYTES).digest('hex');

test('a file is the same to its last byte, or it is another', async () => {
  expect(await checkFile(new Blob([BYTES]), HASH)).toBe('same');
  expect(await checkFile(new Blob([BYTES, new Uint8Array([10])]), HASH)).toBe('different');
  expect(await checkFile(new Blob([BYTES.with(3, 71)]), HASH)).toBe('different');
});

test('a file that went away cannot be read, and without https nothing can be said', async () => {
  const gone = { arrayBuffer: () => Promise.reject(new Error('gone')) } as Blob;
  expect(await checkFile(gone, HASH)).toBe('unreadable');
  vi.stubGlobal('crypto', {});
  expect(await checkFile(new Blob([BYTES]), HASH)).toBe('impossible');
  vi.unstubAllGlobals();
});
