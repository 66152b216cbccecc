import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { checkFile } from '#web/documents/file-drop.tsx';

const BYTES = new Uint8Array([37, 80, 68, 70, 45, 0, 255]);
const HASH = createHash('sha256').update(BYTES).digest('hex');

test('a file is the same only if every byte is', async () => {
  expect(await checkFile(new Blob([BYTES]), HASH)).toBe('same');
  expect(await checkFile(new Blob([BYTES, new Uint8Array([10])]), HASH)).toBe('different');
  expect(await checkFile(new Blob([BYTES.with(3, 71)]), HASH)).toBe('different');
});

test('a deleted file is unreadable, and without https no file can be checked', async () => {
  const deleted = { arrayBuffer: () => Promise.reject(new Error('deleted')) } as Blob;
  expect(await checkFile(deleted, HASH)).toBe('unreadable');
  vi.stubGlobal('crypto', {});
  expect(await checkFile(new Blob([BYTES]), HASH)).toBe('impossible');
  vi.unstubAllGlobals();
});
