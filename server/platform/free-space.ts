import { statfs } from 'node:fs/promises';

/** The file system of a folder: what an ordinary account may still write, and its size. */
export async function fileSystemSpace(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
